import Synchronization
import Testing

@testable import AVFoundation

/// Calls whatever there is, in random order; one for each thread.
struct RandomCaller {
    let playground: Playground
    let log: RecordingLog
    /// Told before each call.
    let note: @Sendable (String) -> Void
    var random: SeededRandom

    /// Makes one call.
    /// - Parameter isInside: Whether it is made inside a call of the delegate, where fewer start and stop devices.
    mutating func call(isInside: Bool = false) {
        // Now and then something may happen between two calls.
        if random.oneIn(4) { usleep(UInt32.random(in: 0..<50_000, using: &random)) }
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<68: look()
        case 68..<79: record()
        case 79..<90: adjust()
        case 90..<96: device()
        case 96..<98: oddities()
        default:
            // Devices that start and stop take their time, so they do it seldom.
            if random.oneIn(isInside ? 8 : 2) { structure() } else { look() }
        }
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    private mutating func perform(_ cases: [(String, () -> Void)]) {
        let (name, body) = pick(cases)
        note(name)
        body()
    }

    private mutating func look() {
        let (session, output) = (pick(playground.sessions), pick(playground.outputs))
        let input = pick(playground.inputs)
        let (other, connection) = (pick(playground.allOutputs), playground.connection(&random))
        let playground = playground
        perform([
            ("isRecording", { _ = (output.isRecording, output.isRecordingPaused, output.outputFileURL) }),
            ("recordedDuration", { _ = output.recordedDuration }),
            ("recordedFileSize", { _ = output.recordedFileSize }),
            ("isRunning", { _ = (session.isRunning, session.isInterrupted, session.sessionPreset) }),
            ("inputs", { _ = (session.inputs, session.outputs, session.connections) }),
            ("canAddInput", { _ = session.canAddInput(input) }),
            ("canAddOutput", { _ = session.canAddOutput(other) }),
            ("canSetSessionPreset", { _ = session.canSetSessionPreset(.vga640x480) }),
            (
                "connection",
                { for type in [AVMediaType.video, .audio] { _ = other.connection(with: type)?.isActive } }
            ),
            ("connections", { for connection in other.connections { playground.keep(connection) } }),
            ("outputSettings", { if let connection { _ = output.outputSettings(for: connection) } }),
            (
                "audioChannels",
                { _ = connection?.audioChannels.map { ($0.averagePowerLevel, $0.peakHoldLevel) } }
            ),
            ("formatDescription", { _ = input.ports.map(\.formatDescription) }),
            ("activeVideoStabilizationMode", { _ = connection?.activeVideoStabilizationMode }),
        ])
    }

    private mutating func record() {
        let output = pick(playground.outputs)
        if random.oneIn(8) { playground.putInOrder() }
        let mayRecord = output.session?.isRunning == true
        let url = random.oneIn(4) ? playground.url(mayRecord, &random) : nil
        guard let url else {
            return perform([
                ("stopRecording", { output.stopRecording() }),
                ("pauseRecording", { output.pauseRecording() }),
                ("resumeRecording", { output.resumeRecording() }),
                ("resumeRecording", { output.resumeRecording() }),
            ])
        }
        note("startRecording \(url.lastPathComponent)")
        log.record(url, with: output)
        if random.oneIn(8) {
            note("stopRecording at once")
            output.stopRecording()
        }
    }

    private mutating func adjust() {
        let (output, connection) = (pick(playground.outputs), playground.connection(&random))
        let (flag, queue) = (Bool.random(using: &random), pick(playground.queues))
        let limits: [CMTime] = [
            .invalid, .invalid, .invalid, .zero, CMTime(value: 1, timescale: 5), .positiveInfinity,
            CMTime(value: -3, timescale: 1),
        ]
        let limit = pick(limits)
        let sizes: [Int64] = [0, 0, 50_000, -5, .max]
        let size = pick(sizes)
        perform([
            ("maxRecordedDuration", { output.maxRecordedDuration = limit }),
            ("maxRecordedFileSize", { output.maxRecordedFileSize = size }),
            ("minFreeDiskSpaceLimit", { output.minFreeDiskSpaceLimit = flag ? 0 : 1 }),
            ("movieFragmentInterval", { output.movieFragmentInterval = limit }),
            ("delegateQueue", { output.delegateQueue = flag ? nil : queue }),
            ("isEnabled", { connection?.isEnabled = flag || connection?.isEnabled == false }),
            ("isVideoMirrored", { connection?.isVideoMirrored = flag }),
            ("preferredVideoStabilizationMode", { connection?.preferredVideoStabilizationMode = .auto }),
            ("metadata", { output.metadata = flag ? nil : [AVMutableMetadataItem()] }),
            (
                "setOutputSettings",
                {
                    guard let connection else { return }
                    output.setOutputSettings(
                        flag ? nil : [AVFormatIDKey: kAudioFormatLinearPCM],
                        for: connection
                    )
                }
            ),
        ])
    }

    private mutating func device() {
        let device = pick(playground.inputs).device
        let (isLocking, isSilent) = (random.oneIn(8), random.oneIn(2))
        let format = pick(device.formats)
        perform([
            ("formats", { _ = (device.formats, device.activeFormat, device.isConnected) }),
            ("supportsSessionPreset", { _ = device.supportsSessionPreset(.high) }),
            ("isInUseByAnotherApplication", { _ = device.isInUseByAnotherApplication }),
            ("uniqueID", { _ = AVCaptureDevice(uniqueID: device.uniqueID) === device }),
            ("authorizationStatus", { _ = AVCaptureDevice.authorizationStatus(for: .video) }),
            ("requestAccess", { AVCaptureDevice.requestAccess(for: .audio) { _ in } }),
            ("unlocked", { device.unlockForConfiguration() }),
            (
                "lockForConfiguration",
                {
                    guard isLocking else { return }
                    try? device.lockForConfiguration()
                    if isSilent { device.activeFormat = format }
                    device.activeVideoMinFrameDuration = isSilent ? .invalid : CMTime(value: 1, timescale: 30)
                    device.unlockForConfiguration()
                }
            ),
        ])
    }

    private mutating func oddities() {
        let (session, output) = (pick(playground.sessions), AVCaptureMovieFileOutput())
        let (input, connection) = (pick(playground.inputs), playground.connection(&random))
        let playground = playground
        perform([
            ("a session comes and goes", { _ = AVCaptureSession().canAddInput(input) }),
            ("an output comes and goes", { output.stopRecording() }),
            ("commitConfiguration", { session.commitConfiguration() }),
            ("addConnection", { if let connection { session.addConnection(connection) } }),
            ("removeConnection", { if let connection { session.removeConnection(connection) } }),
            ("connect", { playground.keep(AVCaptureConnection(inputPorts: input.ports, output: output)) }),
            ("events", { _ = session.events }),
        ])
    }

    private mutating func structure() {
        let (session, playground) = (pick(playground.sessions), playground)
        let (input, output) = (pick(playground.inputs), pick(playground.allOutputs))
        let preset = pick([AVCaptureSession.Preset.qvga320x240, .low, .cif352x288])
        let more = (0..<Int.random(in: 0..<3, using: &random)).map { _ in
            (pick(playground.inputs), pick(playground.allOutputs))
        }
        perform([
            ("startRunning", { session.startRunning() }),
            ("startRunning", { session.startRunning() }),
            ("put in order", { playground.putInOrder() }),
            ("put in order", { playground.putInOrder() }),
            ("put in order", { playground.putInOrder() }),
            ("stopRunning", { session.stopRunning() }),
            ("addInput", { session.addInput(input) }),
            ("addInput", { session.addInput(input) }),
            ("addInputWithNoConnections", { session.addInputWithNoConnections(input) }),
            ("removeInput", { session.removeInput(input) }),
            ("addOutput", { session.addOutput(output) }),
            ("addOutput", { session.addOutput(output) }),
            ("removeOutput", { session.removeOutput(output) }),
            ("sessionPreset", { session.sessionPreset = preset }),
            (
                "configure",
                {
                    session.beginConfiguration()
                    for (input, output) in more {
                        session.removeInput(input)
                        session.addInput(input)
                        session.removeOutput(output)
                        session.addOutput(output)
                    }
                    session.commitConfiguration()
                }
            ),
        ])
    }
}
