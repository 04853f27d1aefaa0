internal import Glibc

/// A ratio of amplitudes in decibels.
func decibels(_ ratio: Double) -> Double { 20 * log10(ratio) }

/// The loudest of samples of 16 bits, in decibels below full scale; nil for digital silence.
func loudness(of bytes: UnsafeRawBufferPointer) -> Double? {
    var loudest: UInt16 = 0
    for sample in bytes.bindMemory(to: Int16.self) { loudest = max(loudest, sample.magnitude) }
    return loudest == 0 ? nil : decibels(Double(loudest) / 32768)
}
