import AVFoundation
import Synchronization
import Testing

/// A delegate that keeps what it is told, and notices when it is told wrongly.
final class RecordingLog: NSObject, AVCaptureFileOutputRecordingDelegate, Sendable {
    enum Call: String {
        case didStart, didPause, didResume, willFinish, didFinish
    }

    /// What `didFinish` was told, and what was true inside it.
    struct Ending: Sendable {
        let error: AVError?
        let isRecording: Bool
        let outputFileURL: URL?
    }

    private struct State {
        /// The calls for each URL, in order.
        var calls: [URL: [Call]] = [:]
        var endings: [URL: Ending] = [:]
        var starts: [URL: CMTime] = [:]
        /// Outputs that are inside a call now.
        var busy: Set<ObjectIdentifier> = []
        var faults: [String] = []
        var expected: [URL: ObjectIdentifier] = [:]
        var count = 0
    }

    private let state = Mutex(State())
    private let hook: @Sendable (Call, AVCaptureFileOutput, URL) -> Void

    /// - Parameter hook: Called inside each call of the delegate.
    init(hook: @escaping @Sendable (Call, AVCaptureFileOutput, URL) -> Void = { _, _, _ in }) {
        self.hook = hook
    }

    // MARK: - Asking

    func calls(_ url: URL) -> [Call] { state.withLock { $0.calls[url] ?? [] } }

    func ending(_ url: URL) -> Ending? { state.withLock { $0.endings[url] } }

    /// The time that `didStart` was told.
    func startTime(_ url: URL) -> CMTime? { state.withLock { $0.starts[url] } }

    /// Calls of all kinds so far.
    var count: Int { state.withLock { $0.count } }

    var finished: Int { state.withLock { $0.endings.count } }

    var endings: [URL: Ending] { state.withLock { $0.endings } }

    /// Whether every recording that was started has ended.
    var isDone: Bool { state.withLock { $0.endings.count == $0.expected.count } }

    /// Starts a recording that this log watches.
    func record(_ url: URL, with output: AVCaptureFileOutput) {
        state.withLock { $0.expected[url] = ObjectIdentifier(output) }
        output.startRecording(to: url, recordingDelegate: self)
    }

    /// Waits for a recording's end.
    @discardableResult
    func end(of url: URL, sourceLocation: SourceLocation = #_sourceLocation) async throws -> Ending {
        try await until("\(url.lastPathComponent) finishes", sourceLocation: sourceLocation) {
            ending(url) != nil
        }
        return try #require(ending(url))
    }

    /// Waits for a call about a recording.
    func wait(
        for call: Call,
        of url: URL,
        count: Int = 1,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        try await until("\(call) of \(url.lastPathComponent)", sourceLocation: sourceLocation) {
            let calls = calls(url)
            let isOver = calls.last == .didFinish && call != .didFinish && ending(url) != nil
            let error = ending(url)?.error.map { "\($0)" } ?? "no error"
            try #require(
                !isOver || calls.contains(call),
                "it ended: \(error)",
                sourceLocation: sourceLocation
            )
            return calls.count { $0 == call } >= count
        }
    }

    /// What holds for every recording: each start has exactly one end, told in order, by the right output, one call
    /// after the other.
    func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) {
        let state = state.withLock { $0 }
        #expect(state.faults.isEmpty, "\(state.faults.prefix(5))", sourceLocation: sourceLocation)
        for url in state.expected.keys {
            let calls = state.calls[url] ?? []
            let name = url.lastPathComponent
            #expect(
                calls.suffix(2) == [.willFinish, .didFinish],
                "\(name): \(calls)",
                sourceLocation: sourceLocation
            )
            for call in [Call.willFinish, .didFinish] {
                #expect(calls.count { $0 == call } == 1, "\(name): \(calls)", sourceLocation: sourceLocation)
            }
            let starts = calls.count { $0 == .didStart }
            #expect(starts <= 1, "\(name): \(calls)", sourceLocation: sourceLocation)
            if calls.count > 2 {
                #expect(calls.first == .didStart, "\(name): \(calls)", sourceLocation: sourceLocation)
            }
        }
    }

    // MARK: - Being told

    private func told(_ call: Call, _ output: AVCaptureFileOutput, _ url: URL, _ note: (inout State) -> Void)
    {
        let id = ObjectIdentifier(output)
        state.withLock { state in
            state.count += 1
            if !state.busy.insert(id).inserted { state.faults.append("\(call) came during another call") }
            // A URL that was never started, or another output's.
            if state.expected[url] != id { state.faults.append("\(call) names \(url), or another output") }
            if state.endings[url] != nil { state.faults.append("\(call) came after the end of \(url)") }
            state.calls[url, default: []].append(call)
        }
        hook(call, output, url)
        state.withLock { state in
            state.busy.remove(id)
            note(&state)
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didStartRecordingTo fileURL: URL,
        startPTS: CMTime,
        from connections: [AVCaptureConnection]
    ) {
        let hasPictures = connections.contains { $0.inputPorts.contains { $0.mediaType == .video } }
        told(.didStart, output, fileURL) { state in
            state.starts[fileURL] = startPTS
            if !hasPictures { state.faults.append("didStart has no connection with pictures") }
        }
    }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didPauseRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) { told(.didPause, output, fileURL) { _ in } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didResumeRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection]
    ) { told(.didResume, output, fileURL) { _ in } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        willFinishRecordingTo fileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) { told(.willFinish, output, fileURL) { _ in } }

    func fileOutput(
        _ output: AVCaptureFileOutput,
        didFinishRecordingTo outputFileURL: URL,
        from connections: [AVCaptureConnection],
        error: (any Error)?
    ) {
        let ending = Ending(
            error: error as? AVError,
            isRecording: output.isRecording,
            outputFileURL: output.outputFileURL
        )
        told(.didFinish, output, outputFileURL) { state in
            if error != nil, ending.error == nil {
                state.faults.append("\(String(describing: error)) is no AVError")
            }
            state.endings[outputFileURL] = ending
        }
    }
}
