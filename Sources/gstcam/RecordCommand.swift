import CameraCapture
import Dispatch
import GStreamer
import Glibc

/// The command `gstcam record`.
struct RecordCommand {
    let arguments: RecordArguments

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "record"))
            ExitCode.exit(.success)
        }
        arguments = try RecordArguments(words)
    }

    func run() throws(CommandError) {
        let reporter = RecordReporter(arguments: arguments)
        do throws(CaptureError) {
            try record(reporter)
        } catch {
            // Even a recording that could not begin is told about exactly once.
            reporter.tellFailure(error)
            throw CommandError(error)
        }
    }

    /// What is there; a camera that is not there, or that another program has, is waited for if somebody asked for that.
    private func selection(
        _ reporter: RecordReporter,
        _ control: RecordControl
    ) throws(CaptureError) -> CaptureSelection {
        var isTold = false
        let begin = Gst.monotonicTime
        while true {
            do throws(CaptureError) {
                return try CaptureSelection(options: arguments.capture)
            } catch {
                // A node that has just come belongs to root until its rules were applied.
                let waited = Gst.monotonicTime - begin
                let mayPass = error.code == .permissionDenied && isTold
                guard let patience = arguments.patience, waited < patience, !control.isStopping,
                    [.noSuchDevice, .deviceBusy].contains(error.code) || mayPass
                else { throw error }
                if !isTold { reporter.waits(for: patience, since: error) }
                isTold = true
                usleep(250_000)
            }
        }
    }

    private func record(_ reporter: RecordReporter) throws(CaptureError) {
        // Before anything that takes time: a signal must not end the process without a word.
        let control = RecordControl(reporter)
        let signals = DispatchQueue(label: "gstcam.signals")
        let interrupts = Interrupts([SIGINT, SIGTERM, SIGHUP, SIGUSR1], on: signals, control.received)
        signal(SIGPIPE, SIG_IGN)
        let selection = try selection(reporter, control)
        if arguments.requiresAudio, selection.microphone == nil {
            throw CaptureError(
                .noSuchDevice,
                "no microphone was found",
                advice: "Plug one in, or leave out --require-audio"
            )
        }
        let planned = try selection.plan(arguments.recording)
        reporter.begin(selection, planned)
        let preview =
            try arguments.preview
            ? PreviewWindow.make(for: selection, crop: planned.crop) { event in reporter.preview(event) }
            : nil
        let run = RecordRun(selection: selection, arguments: arguments, reporter: reporter)
        // Before the devices start, so that a played file is recorded from its first picture.
        try run.prepare(planned)
        control.begin(run)
        defer { control.end() }
        if let preview { run.session.attach(preview) }
        // On a thread of its own: a driver that blocks must not keep the recording's deadlines from holding.
        DispatchQueue.global().async {
            do throws(CaptureError) {
                try run.session.startNow()
            } catch {
                run.failed(error)
            }
        }
        let error = try run.wait(planned)
        preview?.close()
        run.session.stopNow()
        withExtendedLifetime(interrupts) {}
        if let error { throw error }
    }
}
