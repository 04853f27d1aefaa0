internal import Dispatch
import GStreamer
internal import Synchronization

/// Counts the pictures and the pieces of sound in a file by taking it apart, without decoding.
enum StreamCounter {
    struct Count: Sendable {
        var frames = 0
        var sounds = 0
        var duration = ClockTime.zero
        /// Whether the whole file was read.
        var isComplete = false
    }

    /// Reads the whole file; takes as long as reading it does, at most ten seconds.
    static func count(path: String) throws(GStreamerError) -> Count {
        let streams = try Discoverer.examine(path: path, timeout: .milliseconds(4000))
        let counter = Counter()
        let branches = [(streams.video.first, "video"), (streams.audio.first, "audio")].compactMap {
            format,
            name in
            format.map { "parser. ! \($0.name) ! queue ! fakesink name=\(name) sync=false async=false" }
        }
        let pipeline = try Pipeline(
            parsing: "filesrc name=file ! parsebin name=parser  " + branches.joined(separator: "  ")
        ) { message in
            switch message {
            case .endOfStream: counter.finish(nil)
            case .error(let report): counter.finish(GStreamerError(.discovery, report.message))
            default: break
            }
        }
        try pipeline.child(named: "file")?.setProperty("location", to: path)
        for name in ["video", "audio"] {
            pipeline.child(named: name)?.pad(named: "sink")?.addBufferProbe { buffer in
                counter.add(buffer, isVideo: name == "video")
                return .pass
            }
        }
        try pipeline.element.setState(.playing)
        defer { try? pipeline.element.setState(.null) }
        let isComplete = counter.wait(seconds: 10)
        if isComplete, let error = counter.error { throw error }
        var count = counter.count
        count.isComplete = isComplete
        return count
    }

    /// Collects counts from the streaming threads.
    private final class Counter: Sendable {
        private struct State {
            var count = Count()
            var error: GStreamerError?
            var start: ClockTime?
        }
        private let state = Mutex(State())
        private let done = DispatchSemaphore(value: 0)

        var count: Count { state.withLock { $0.count } }
        var error: GStreamerError? { state.withLock { $0.error } }

        func add(_ buffer: Buffer, isVideo: Bool) {
            state.withLock { state in
                if isVideo { state.count.frames += 1 } else { state.count.sounds += 1 }
                guard let time = buffer.presentation else { return }
                let start = min(state.start ?? time, time)
                state.start = start
                state.count.duration = max(state.count.duration, time + (buffer.duration ?? .zero) - start)
            }
        }

        func finish(_ error: GStreamerError?) {
            state.withLock { $0.error = error }
            done.signal()
        }

        func wait(seconds: Int) -> Bool { done.wait(timeout: .now() + .seconds(seconds)) == .success }
    }
}
