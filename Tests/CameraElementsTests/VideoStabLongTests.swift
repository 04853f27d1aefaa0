#if compiler(>=6.2)
    import CGStreamer
    import Foundation
    import GStreamer
    import Testing

    @testable import CameraElements

    /// What a recording of an hour would bring to light.
    @Suite(.serialized) struct VideoStabLongTests {
        /// Pictures that pass: seven minutes of them, an hour's at 30 a second with `GSTCAM_STAB_PICTURES=108000`.
        private static var count: Int {
            ProcessInfo.processInfo.environment["GSTCAM_STAB_PICTURES"].flatMap { Int($0) } ?? 10_800
        }

        /// Memory of this process that is in use, in KiB.
        private static var memory: Int {
            let words = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?
                .split(separator: " ")
            return (words?.dropFirst().first.flatMap { Int($0) } ?? 0) * Int(getpagesize()) / 1024
        }

        /// In a process of its own, whose memory nothing else uses.
        @Test(.timeLimit(.minutes(15))) func memoryDoesNotGrow() async {
            let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
                try await VideoStabLongTests.play()
            }
            print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
        }

        private static func play() async throws {
            try Gst.initialize()
            registerElements()
            let count = VideoStabLongTests.count
            let pictures = Pictures(format: .i420, width: 160, height: 90)
            let film = (0..<49).map { pictures.picture($0) }
            let bench = PadBench("videostab", ["mode": "cinematic"])
            bench.begin(pictures.caps)
            var (out, early) = (0, 0)
            for number in 0..<count {
                bench.push(film[number % film.count], time: UInt(number) * 40_000_000)
                out += bench.takenPictures.count
                if number == count / 10 { early = memory }
            }
            bench.send(gst_event_new_eos())
            out += bench.takenPictures.count
            let late = memory
            print("\(count) pictures: \(early) KiB after a tenth, \(late) KiB at the end")
            #expect(out == count)
            #expect(bench.count("frames-lost") == 0)
            #expect(early > 0 && late - early < 3 * 1024, "from \(early) to \(late) KiB")
        }
    }
#endif
