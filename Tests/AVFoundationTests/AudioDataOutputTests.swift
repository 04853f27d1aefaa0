import Synchronization
import Testing

@testable import AVFoundation

/// A delegate of an audio data output that joins what it is told.
private final class SoundLog: NSObject, AVCaptureAudioDataOutputSampleBufferDelegate, Sendable {
    struct State {
        var samples: [Int16] = []
        /// When the first sample is heard, and the next one is expected, in seconds.
        var start: Double?
        var next: Double?
        var formats: Set<CMFormatDescription> = []
        var faults: [String] = []
    }

    private let state = Mutex(State())
    let queue = DispatchQueue(label: "sound")
    private let hook: @Sendable (Int) -> Void

    /// - Parameter hook: Called with the number of samples so far, inside the delegate's method.
    init(hook: @escaping @Sendable (Int) -> Void = { _ in }) { self.hook = hook }

    var told: State { state.withLock { $0 } }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        let time = sampleBuffer.presentationTimeStamp.seconds
        let bytes = (try? sampleBuffer.dataBuffer?.dataBytes()) ?? Data()
        let count = state.withLock { state in
            if let next = state.next, abs(next - time) > 0.000_03 {
                state.faults.append("\(time) instead of \(next)")
            }
            let channels = Int(
                sampleBuffer.formatDescription?.audioStreamBasicDescription?.mChannelsPerFrame ?? 0
            )
            if bytes.count != sampleBuffer.numSamples * 2 * channels {
                state.faults.append("\(bytes.count) bytes")
            }
            if connection.output !== output { state.faults.append("the connection is another output's") }
            state.start = state.start ?? time
            state.next = time + Double(sampleBuffer.numSamples) / 48_000
            if let format = sampleBuffer.formatDescription { state.formats.insert(format) }
            let all = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
            for index in stride(from: 0, to: all.count, by: max(1, channels)) {
                state.samples.append(all[index])
            }
            return state.samples.count
        }
        hook(count)
    }
}

extension Conformance {
    /// What an audio data output delivers.
    @Suite(.serialized) struct AudioDataOutputTests {
        let studio: Studio
        let output = AVCaptureAudioDataOutput()

        init() throws { studio = try Studio() }

        private func start(_ log: SoundLog) {
            output.setSampleBufferDelegate(log, queue: log.queue)
            studio.session.addOutput(output)
            studio.session.startRunning()
        }

        @Test(.timeLimit(.minutes(15))) func soundComesWithoutAGap() async throws {
            let log = SoundLog()
            start(log)
            try await until("three seconds come") { log.told.samples.count > 150_000 }
            studio.session.stopRunning()
            let told = log.told
            #expect(told.faults == [])
            #expect(told.formats.count == 1)
            let format = try #require(told.formats.first?.audioStreamBasicDescription)
            #expect(format.mSampleRate == 48_000)
            #expect(format.mFormatID == kAudioFormatLinearPCM)
            #expect(format.mBitsPerChannel == 16)
            #expect(format.mFormatFlags & kAudioFormatFlagIsFloat == 0)
            #expect(output.droppedSampleCount == 0)
            // The test microphone ticks once a second.
            let ticks = Sound(samples: told.samples).ticks.dropFirst()
            #expect(ticks.count >= 2)
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { abs($1 - $0 - 1) < 0.001 }, "\(ticks)")
        }

        @Test(.timeLimit(.minutes(15))) func aSlowDelegateMissesNothing() async throws {
            let log = SoundLog { if $0 < 4800 { Thread.sleep(forTimeInterval: 0.01) } }
            start(log)
            try await until("two seconds come") { log.told.samples.count > 96_000 }
            #expect(log.told.faults == [])
            #expect(output.droppedSampleCount == 0)
        }

        @Test(.timeLimit(.minutes(15))) func whatADelegateNeverTakesIsCounted() async throws {
            let gate = DispatchSemaphore(value: 0)
            let log = SoundLog { _ in
                gate.wait()
                gate.signal()
            }
            start(log)
            // Ten seconds may wait.
            try await until("some is left out") { output.droppedSampleCount > 0 }
            studio.session.stopRunning()
            gate.signal()
            try await until("the rest comes") { log.told.samples.count >= 479_000 }
            #expect(log.told.faults == [])
            #expect(log.told.samples.count <= 481_000)
        }

        @Test func settingsAreTheEnginesOwn() throws {
            studio.session.addOutput(output)
            #expect(output.audioSettings.isEmpty)
            output.audioSettings = [AVFormatIDKey: kAudioFormatMPEG4AAC]
            #expect(output.audioSettings.isEmpty)
            output.audioSettings = [AVFormatIDKey: kAudioFormatLinearPCM, AVSampleRateKey: 48_000.0]
            #expect(output.audioSettings.isEmpty)
            let movie = try #require(output.recommendedAudioSettingsForAssetWriter(writingTo: .mov))
            #expect(movie[AVFormatIDKey] as? AudioFormatID == kAudioFormatMPEG4AAC)
            #expect(movie[AVSampleRateKey] as? Double == 48_000)
            let wave = try #require(output.recommendedAudioSettingsForAssetWriter(writingTo: .wav))
            #expect(wave[AVFormatIDKey] as? AudioFormatID == kAudioFormatLinearPCM)
            #expect(output.recommendedAudioSettingsForAssetWriter(writingTo: .jpg) == nil)
            #expect(AVCaptureAudioDataOutput().recommendedAudioSettingsForAssetWriter(writingTo: .mov) == nil)
            #expect(output.connection(with: .video) == nil)
        }
    }
}
