import Foundation
import GStreamer
import Testing

@testable import Recording

/// A microphone whose clock is wrong, for half an hour of its own time.
@Suite struct SoundClockTests {
    private static let audio = AudioFormat(rate: 16_000, channels: 1)
    private static let piece = 800

    init() throws { try Gst.initialize() }

    /// What came out: the times of the pieces, and where each sample of the microphone's clock was heard.
    private struct Result {
        var pieces: [(time: ClockTime, count: Int)] = []
        var partsPerMillion: Double?
        /// How far the sound was from where it belongs, in seconds, for each mark in it.
        var offsets: [(at: Double, offset: Double)] = []
    }

    /// Plays a microphone whose clock is wrong.
    ///
    /// It takes `1 + error` times as many samples as it should; every second a click marks the
    /// true time. A piece is late by up to `jitter` seconds at random, sometimes by five times that.
    private func run(error: Double, seconds: Int, jitter: Double = 0) throws -> Result {
        var clock = SoundClock(Self.audio)
        var random = SeededRandom(seed: 7)
        var result = Result()
        let rate = Double(Self.audio.rate) * (1 + error)
        var nextClick = 1
        var sample = 0
        while Double(sample) / rate < Double(seconds) {
            var samples = [Int16](repeating: 0, count: Self.piece)
            let click = Int(Double(nextClick) * rate)
            if click < sample + Self.piece {
                // Wide enough for the filter that stretches.
                for index in max(0, click - sample)..<min(Self.piece, click - sample + 8) {
                    samples[index] = 20_000
                }
                nextClick += 1
            }
            let late =
                jitter * Double.random(in: 0...1, using: &random)
                * (Int.random(in: 0..<50, using: &random) == 0 ? 5 : 1)
            let buffer = try #require(
                Buffer(
                    bytes: samples.withUnsafeBytes { [UInt8]($0) },
                    presentation: .seconds(Double(sample) / rate + late)
                )
            )
            if let out = clock.take(buffer), let time = out.presentation { note(out, at: time, in: &result) }
            sample += Self.piece
        }
        result.partsPerMillion = clock.measurement.partsPerMillion
        return result
    }

    private func note(_ buffer: Buffer, at time: ClockTime, in result: inout Result) {
        result.pieces.append((time, buffer.size / 2))
        let loud =
            buffer.withBytes { bytes in bytes.bindMemory(to: Int16.self).firstIndex { $0 > 8000 } } ?? nil
        guard let loud else { return }
        let heard = time.seconds + Double(loud) / Double(Self.audio.rate)
        if let last = result.offsets.last, heard - last.at < 0.1 { return }
        result.offsets.append((heard, heard - heard.rounded()))
    }

    private func expectContinuous(_ result: Result) {
        let jumps = zip(result.pieces, result.pieces.dropFirst()).map { one, next in
            abs((next.time - one.time - Self.audio.time(of: one.count)).nanoseconds)
        }
        #expect((jumps.max() ?? 0) < 2_000)
    }

    @Test(
        .fault("microphone wrong for 30 minutes", "within 40 ms, ppm within 10 %"),
        arguments: [-0.01, -0.001, 0.001, 0.01]
    )
    func aClockThatIsWrongStaysWithThePictures(error: Double) throws {
        let result = try run(error: error, seconds: 1800, jitter: 0.004)
        #expect(result.offsets.count > 1790)
        let worst = try #require(result.offsets.map { abs($0.offset) }.max())
        #expect(worst < 0.04, "\(worst)")
        let last = try #require(result.offsets.last)
        #expect(last.at > 1795)
        #expect(abs(last.offset) < 0.01, "\(last)")
        let measured = try #require(result.partsPerMillion)
        #expect(abs(measured / 1e6 - error) < abs(error) * 0.1, "\(measured)")
        expectContinuous(result)
        let figures = (worst * 1000, last.offset * 1000, measured)
        Fault.tell(
            String(format: "%+.1f %%", error * 100),
            lost: String(
                format: "worst %.1f ms, end %+.1f ms, told %+.0f ppm",
                figures.0,
                figures.1,
                figures.2
            )
        )
    }

    @Test func aSmallErrorIsMeasuredLongBeforeItIsHeard() throws {
        let result = try run(error: 50e-6, seconds: 600, jitter: 0.002)
        let measured = try #require(result.partsPerMillion)
        #expect(abs(measured - 50) < 5, "\(measured)")
        #expect(result.offsets.allSatisfy { abs($0.offset) < 0.015 })
    }

    @Test func soundThatIsExactComesOutAsItIs() throws {
        var clock = SoundClock(Self.audio)
        for index in 0..<3000 {
            let bytes = (0..<320).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ index) }
            let time = Self.audio.time(of: index * 160)
            let buffer = try #require(Buffer(bytes: bytes, presentation: time))
            let taken = clock.take(buffer)
            let out = try #require(taken)
            #expect(out.presentation == time)
            #expect(out.withBytes { [UInt8]($0) } == bytes)
        }
        let measured = clock.measurement.partsPerMillion
        #expect(abs(measured ?? 1000) < 0.5)
    }

    @Test func latePiecesAreNoDrift() throws {
        let result = try run(error: 0, seconds: 120, jitter: 0.02)
        #expect(abs(result.partsPerMillion ?? 1000) < 20)
        expectContinuous(result)
        #expect(result.offsets.allSatisfy { abs($0.offset) < 0.04 })
    }

    /// When sound of ten milliseconds each comes out that came in at these times, in seconds.
    private func times(_ arrivals: [Double]) throws -> [Double] {
        var clock = SoundClock(Self.audio)
        let bytes = [UInt8](repeating: 1, count: 320)
        return try arrivals.compactMap { arrival in
            let buffer = try #require(Buffer(bytes: bytes, presentation: .seconds(arrival)))
            return clock.take(buffer)?.presentation?.seconds
        }
    }

    private func holes(_ times: [Double]) -> [Double] {
        zip(times, times.dropFirst()).map { $1 - $0 - 0.01 }.filter { abs($0) > 0.002 }
    }

    @Test func aHoleInTheSoundStaysAHole() throws {
        let holes = holes(try times((0..<500).map { Double($0) * 0.01 + ($0 < 250 ? 0 : 3) }))
        #expect(holes.count == 1)
        #expect(abs((holes.first ?? 0) - 3) < 0.001)
    }

    /// A hole as long as what the sound card keeps looks like a busy computer at first.
    @Test func aShortHoleIsKnownAfterHalfASecond() throws {
        let times = try times((0..<500).map { Double($0) * 0.01 + ($0 < 250 ? 0 : 0.3) })
        let holes = holes(times)
        #expect(holes.count == 1)
        #expect(abs((holes.first ?? 0) - 0.3) < 0.001)
        let known = try #require(times.first { $0 > 2.8 })
        #expect(known < 3.35, "\(known)")
        #expect(abs((times.last ?? 0) - 5.29) < 0.001)
    }

    /// The computer was busy for 0.9 s; the sound card kept what came meanwhile.
    @Test func soundThatWasKeptForABusyComputerIsNotMoved() throws {
        let times = try times((0..<500).map { max(Double($0) * 0.01, (200..<290).contains($0) ? 2.9 : 0) })
        #expect(times.count == 500)
        #expect(holes(times).isEmpty)
    }

    /// The first piece was fetched late, with half a second behind it: all that follows comes too early for it.
    @Test func aLateBeginningDoesNotDelayTheRest() throws {
        let times = try times((0..<500).map { max(Double($0) * 0.01, 0.5) })
        let late = zip(times, (0..<500)).map { $0 - Double($1) * 0.01 }
        #expect(late.dropFirst(60).allSatisfy { abs($0) < 0.11 }, "\(late.dropFirst(60).max() ?? 0)")
    }
}
