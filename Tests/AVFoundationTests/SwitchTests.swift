import Testing

@testable import AVFoundation

extension Conformance {
    /// Behaviour 9: a start while another file is being recorded switches files without a gap.
    @Suite(.serialized) struct SwitchTests {
        @Test(.timeLimit(.minutes(15))) func aStartWhileRecordingEndsTheOtherFile() async throws {
            let studio = try Studio()
            let other = RecordingLog()
            studio.session.startRunning()
            let (a, b) = (studio.url("a.mov"), studio.url("b.mov"))
            studio.log.record(a, with: studio.output)
            try await studio.log.wait(for: .didStart, of: a)
            try await Task.sleep(for: .milliseconds(700))
            other.record(b, with: studio.output)
            #expect(studio.output.outputFileURL == b)
            #expect(studio.output.isRecording)
            // The end of the first does not keep the second waiting.
            try await other.wait(for: .didStart, of: b)
            #expect(try await studio.log.end(of: a).error == nil)
            #expect(studio.output.isRecording)
            try await Task.sleep(for: .milliseconds(700))
            studio.output.stopRecording()
            #expect(try await other.end(of: b).error == nil)
            #expect(other.calls(b) == [.didStart, .willFinish, .didFinish])
            #expect(studio.log.calls(a) == [.didStart, .willFinish, .didFinish])
            #expect(Pictures.isConsecutive(try [a, b].flatMap { try Movie($0).pictures().numbers }))
            studio.log.expectOrder()
            other.expectOrder()
        }

        @Test(.timeLimit(.minutes(15))) func aSwitchThatFailsLeavesTheFileRunning() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            let (a, b) = (studio.url("a.mov"), studio.url("nowhere/b.mov"))
            studio.log.record(a, with: studio.output)
            try await studio.log.wait(for: .didStart, of: a)
            studio.log.record(b, with: studio.output)
            #expect(try await studio.log.end(of: b).error != nil)
            #expect(studio.output.isRecording)
            #expect(studio.output.outputFileURL == a)
            try await Task.sleep(for: .milliseconds(300))
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: a).error == nil)
            #expect(Pictures.isConsecutive(try Movie(a).pictures().numbers))
            studio.log.expectOrder()
        }

        // A process of its own, where the test microphone gives an unbroken sine.
        #if compiler(>=6.2)
            @Test(.timeLimit(.minutes(15))) func twentySwitchesLoseNoPictureAndNoSample() async {
                await #expect(processExitsWith: .success) {
                    let sine = OddTemplate.microphone
                        .replacing("is-live=true", with: "is-live=true wave=sine freq=440")
                    let odd = try OddTemplate("[audio.source]\n\(sine)")
                    let studio = try Studio()
                    try studio.recordsUncompressedSound()
                    studio.session.startRunning()
                    let urls = (0...20).map { studio.url("\($0).\($0 % 2 == 0 ? "mov" : "mkv")") }
                    for url in urls {
                        studio.log.record(url, with: studio.output)
                        try await studio.log.wait(for: .didStart, of: url)
                        try await Task.sleep(for: .milliseconds(250))
                    }
                    studio.output.stopRecording()
                    var numbers: [Int] = []
                    var samples: [Int16] = []
                    for url in urls {
                        #expect(try await studio.log.end(of: url).error == nil)
                        let movie = try Movie(url)
                        let pictures = try movie.pictures()
                        let sound = try movie.sound()
                        #expect(abs(sound.samples.count - pictures.count * 1600) <= 1)
                        numbers += pictures.numbers
                        samples += sound.samples
                    }
                    #expect(numbers.count > 20 * 6)
                    #expect(Pictures.isConsecutive(numbers), "\(numbers)")
                    let breaks = Sound(samples: samples).breaks
                    #expect(breaks.isEmpty, "the sound breaks at \(breaks.prefix(10)) of \(samples.count)")
                    studio.log.expectOrder()
                    withExtendedLifetime(odd) {}
                }
            }
        #endif
    }
}
