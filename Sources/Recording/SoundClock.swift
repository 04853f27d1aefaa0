public import GStreamer

/// Keeps a microphone's sound on the computer's clock.
///
/// Sound comes out with times that follow each other exactly, and as many samples as the time that passed: a clock
/// that runs too fast or too slow is evened out by stretching, which nobody hears. Sound that is exact already comes
/// out as it is. For one thread at a time.
public struct SoundClock: ~Copyable {
    /// How a microphone's clock runs.
    public struct Measurement: Sendable, Hashable {
        /// How much faster than the computer's, in millionths; nil until ten seconds were heard.
        public let partsPerMillion: Double?
        /// How much later the sound is than it should be, now.
        public let offset: ClockTime
    }

    /// Microphones are read with a second kept for a busy computer; what is later than this is a hole in the sound.
    private static let hole = ClockTime.milliseconds(1000)

    private let audio: AudioFormat
    private var resampler: AudioResampler?
    private var drift = SoundDrift()
    /// Where the sound began, or began anew.
    private var start: ClockTime?
    private var heard = 0
    private var given = 0

    /// - Parameter audio: The format of the sound.
    public init(_ audio: AudioFormat) { self.audio = audio }

    /// How the clock runs so far.
    public var measurement: Measurement {
        Measurement(partsPerMillion: drift.partsPerMillion, offset: drift.offset)
    }

    /// Takes a piece of sound.
    /// - Returns: The sound that is ready, with its times; nil for none.
    public mutating func take(_ buffer: Buffer) -> Buffer? {
        guard let time = buffer.presentation else { return nil }
        let count = buffer.size / audio.bytesPerFrame
        let origin = start ?? time
        start = origin
        let lateness = time - (origin + audio.time(of: given))
        let piece = SoundDrift.Piece(
            lateness: lateness,
            time: time,
            heard: Double(heard) / Double(audio.rate)
        )
        guard lateness < SoundClock.hole, drift.note(piece) else {
            restart()
            return take(buffer)
        }
        heard += count
        return drift.isCorrecting
            ? stretched(buffer, from: origin) : passed(buffer, count, at: time, from: origin)
    }

    private mutating func passed(_ buffer: Buffer, _ count: Int, at time: ClockTime, from origin: ClockTime)
        -> Buffer?
    {
        let exact = origin + audio.time(of: given)
        given += count
        // Rounding to the nanosecond is no jitter.
        if abs((exact - time).nanoseconds) <= 1000 { return buffer }
        return buffer.retimed(presentation: exact, duration: audio.time(of: count))
    }

    private mutating func stretched(_ buffer: Buffer, from origin: ClockTime) -> Buffer? {
        if resampler == nil { resampler = AudioResampler(rate: audio.rate, channels: audio.channels) }
        resampler?.setStretch(drift.stretch)
        guard let bytes = buffer.withBytes({ resampler?.resample($0) }) ?? nil, !bytes.isEmpty else {
            return nil
        }
        let count = bytes.count / audio.bytesPerFrame
        defer { given += count }
        return Buffer(
            bytes: bytes,
            presentation: origin + audio.time(of: given),
            duration: audio.time(of: count)
        )
    }

    /// The sound has a hole, or its clock was set: what comes now has a beginning of its own.
    private mutating func restart() {
        start = nil
        heard = 0
        given = 0
        drift.restart()
        resampler = nil
    }
}
