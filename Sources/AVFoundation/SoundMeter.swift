internal import Foundation
internal import GStreamer
internal import Synchronization

/// Measures the levels of each channel of 16-bit sound.
final class SoundMeter: Sendable {
    private struct Channel {
        var average = -Float.infinity
        var peak = -Float.infinity
        /// When the peak was reached.
        var peakAt = ClockTime.zero
    }

    /// How long a peak is held.
    private static let hold = ClockTime.milliseconds(1500)

    private let channels = Mutex<[Channel]>([])

    /// Takes a piece of sound; called on the streaming thread.
    func take(_ buffer: Buffer, channels count: Int) {
        let now = buffer.presentation ?? .zero
        let measured = buffer.withBytes { bytes in
            let samples = bytes.bindMemory(to: Int16.self)
            return (0..<count).map { SoundMeter.measure(samples, from: $0, by: count) }
        }
        guard let measured else { return }
        channels.withLock { channels in
            if channels.count != count { channels = Array(repeating: Channel(), count: count) }
            for (index, level) in measured.enumerated() {
                channels[index].average = level.average
                let isOld = now - channels[index].peakAt > SoundMeter.hold || now < channels[index].peakAt
                guard level.peak >= channels[index].peak || isOld else { continue }
                channels[index].peak = level.peak
                channels[index].peakAt = now
            }
        }
    }

    func average(of channel: Int) -> Float {
        channels.withLock { $0.indices.contains(channel) ? $0[channel].average : -.infinity }
    }

    func peak(of channel: Int) -> Float {
        channels.withLock { $0.indices.contains(channel) ? $0[channel].peak : -.infinity }
    }

    /// Both levels in decibels below full scale.
    private static func measure(
        _ samples: UnsafeBufferPointer<Int16>,
        from first: Int,
        by step: Int
    ) -> (average: Float, peak: Float) {
        var sum = 0.0
        var loudest = 0.0
        var count = 0.0
        for index in stride(from: first, to: samples.count, by: step) {
            let value = Double(samples[index]) / 32768
            sum += value * value
            loudest = max(loudest, abs(value))
            count += 1
        }
        guard count > 0 else { return (-.infinity, -.infinity) }
        return (Float(10 * log10(sum / count)), Float(20 * log10(loudest)))
    }
}
