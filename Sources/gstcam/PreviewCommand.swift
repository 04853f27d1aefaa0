import CameraCapture
import Dispatch
import Glibc
import PipelineTemplates
import Synchronization

/// The command `gstcam preview`.
struct PreviewCommand {
    private let arguments: PreviewArguments

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "preview"))
            ExitCode.exit(.success)
        }
        arguments = try PreviewArguments(words)
    }

    func run() throws(CommandError) {
        do throws(CaptureError) {
            try show()
        } catch {
            if arguments.verbose, !error.detail.isEmpty { Console.note(error.detail) }
            throw CommandError(error)
        }
    }

    private func show() throws(CaptureError) {
        try Engine.start()
        let selection = try CaptureSelection(options: arguments.capture)
        let end = End()
        let preview = try PreviewWindow.make(
            for: selection,
            gravity: arguments.gravity,
            isMirrored: arguments.mirror,
            stabilization: arguments.stabilization
        ) { event in
            switch event {
            case .started: tell(selection)
            case .ended(let error): end.come(error?.code == .windowClosed ? nil : error)
            }
        }
        let session = CaptureSession(selection: selection) { event in
            switch event {
            case .cameraFailed(let error): end.come(error)
            case .ended: end.come(nil)
            case .started, .stopped, .microphoneFailed, .microphoneReturned, .cameraAway, .cameraReturned:
                break
            }
        }
        let interrupts = Interrupts([SIGINT, SIGTERM, SIGHUP], on: session.queue) { _ in end.come(nil) }
        session.attach(preview)
        // On a thread of its own: a driver that blocks must not keep a signal from ending the command.
        DispatchQueue.global().async {
            do throws(CaptureError) {
                try session.startNow()
            } catch {
                end.come(error)
            }
        }
        let error = end.wait()
        preview.close()
        session.stopNow()
        withExtendedLifetime(interrupts) {}
        if let error { throw error }
    }

    private func tell(_ selection: CaptureSelection) {
        guard !arguments.quiet else { return }
        let mode = selection.mode
        Console.note(
            "Showing \(selection.camera.name), \(mode.width)x\(mode.height) at "
                + "\(LiveLine.fixed(mode.framerate.value, 2)) fps. Ctrl-C ends it, and so does closing the window."
        )
    }
}

/// The end of the command; the first reason counts.
private final class End: Sendable {
    private let first = Mutex<CaptureError??>(nil)
    private let arrival = DispatchSemaphore(value: 0)

    func come(_ error: CaptureError?) {
        let isFirst = first.withLock { first in
            defer { first = first ?? .some(error) }
            return first == nil
        }
        if isFirst { arrival.signal() }
    }

    func wait() -> CaptureError? {
        arrival.wait()
        return first.withLock { $0 } ?? nil
    }
}
