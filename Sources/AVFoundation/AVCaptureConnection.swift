internal import CameraCapture
public import Foundation
internal import Synchronization

/// The way of one kind of media from a session's inputs to an output or a preview layer.
///
/// Any thread may use it. What changes here counts for the next recording; preview and data outputs follow at once.
public final class AVCaptureConnection: NSObject, Sendable {
    private struct State {
        var isEnabled = true
        var isMirrored = false
        var adjustsMirroring = true
        var orientation = AVCaptureVideoOrientation.landscapeRight
        var stabilization = AVCaptureVideoStabilizationMode.off
        var minFrameDuration = CMTime.invalid
        var maxFrameDuration = CMTime.invalid
    }

    private let ports: [Shared<AVCaptureInput.Port>]
    private let end: WeakShared<AVCaptureOutput>
    private let layer: WeakShared<AVCaptureVideoPreviewLayer>
    private let meter: SoundMeter?
    private let state = Mutex(State())

    /// Makes a connection from ports to an output; `AVCaptureSession.addConnection` puts it into a session.
    public init(inputPorts ports: [AVCaptureInput.Port], output: AVCaptureOutput) {
        self.ports = ports.map(Shared.init)
        end = WeakShared(output)
        layer = WeakShared(nil)
        meter = ports.contains { $0.mediaType == .audio } ? SoundMeter() : nil
        super.init()
    }

    /// Makes a connection from a port to a preview layer.
    public init(inputPort port: AVCaptureInput.Port, videoPreviewLayer: AVCaptureVideoPreviewLayer) {
        ports = [Shared(port)]
        end = WeakShared(nil)
        layer = WeakShared(videoPreviewLayer)
        meter = nil
        super.init()
    }

    /// Where the media comes from.
    public var inputPorts: [AVCaptureInput.Port] { ports.map(\.value) }
    /// Where it goes; nil for a preview layer, or when the output is gone.
    public var output: AVCaptureOutput? { end.value }
    /// The layer it goes to; nil for an output.
    public var videoPreviewLayer: AVCaptureVideoPreviewLayer? { layer.value }

    /// Whether media may flow; true at first.
    public var isEnabled: Bool {
        get { state.withLock { $0.isEnabled } }
        set {
            state.withLock { $0.isEnabled = newValue }
            followed()
        }
    }

    /// Whether media can flow: enabled, from enabled ports, and part of a session.
    public var isActive: Bool {
        guard isEnabled, inputPorts.allSatisfy(\.isEnabled) else { return false }
        return session?.contains(self) ?? false
    }

    private var session: AVCaptureSession? { output?.session ?? videoPreviewLayer?.session }

    private var isVideo: Bool { ports.contains { $0.value.mediaType == .video } }

    private func followed() { videoPreviewLayer?.connectionDidChange(self) }

    // MARK: - Mirroring

    /// Whether the picture can be mirrored: true for pictures.
    public var isVideoMirroringSupported: Bool { isVideo }

    /// Whether left and right change places.
    public var isVideoMirrored: Bool {
        get { state.withLock { $0.isMirrored } }
        set {
            guard isVideo else {
                return Fault.report("a connection for sound cannot mirror; nothing was changed")
            }
            state.withLock { $0.isMirrored = newValue }
            followed()
        }
    }

    /// Whether the session chooses the mirroring itself; on Linux it never mirrors then.
    public var automaticallyAdjustsVideoMirroring: Bool {
        get { state.withLock { $0.adjustsMirroring } }
        set { state.withLock { $0.adjustsMirroring = newValue } }
    }

    // MARK: - Orientation

    /// Whether the picture can be turned; false, since a camera on Linux does not turn with its screen.
    public var isVideoOrientationSupported: Bool { false }

    /// The orientation that was asked for; it changes nothing.
    public var videoOrientation: AVCaptureVideoOrientation {
        get { state.withLock { $0.orientation } }
        set { state.withLock { $0.orientation = newValue } }
    }

    /// The angle of the picture in degrees; always 0.
    public var videoRotationAngle: CGFloat { 0 }

    /// Whether the picture can be turned by an angle in degrees; only by 0.
    public func isVideoRotationAngleSupported(_ videoRotationAngle: CGFloat) -> Bool {
        videoRotationAngle == 0
    }

    // MARK: - Stabilization

    /// Whether the picture can be steadied with the camera's present format.
    public var isVideoStabilizationSupported: Bool { activeVideoStabilizationMode(for: .auto) != .off }

    /// How the picture should be steadied; `off` at first.
    ///
    /// It counts for the next recording.
    public var preferredVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        get { state.withLock { $0.stabilization } }
        set {
            state.withLock { $0.stabilization = newValue }
            // The preview shows what is recorded.
            for connection in session?.connections ?? [] { connection.followed() }
        }
    }

    /// How the picture is steadied; never `auto`, and `off` for a mode that cannot be used.
    public var activeVideoStabilizationMode: AVCaptureVideoStabilizationMode {
        activeVideoStabilizationMode(for: preferredVideoStabilizationMode)
    }

    private func activeVideoStabilizationMode(
        for wanted: AVCaptureVideoStabilizationMode
    ) -> AVCaptureVideoStabilizationMode {
        guard let engineMode = engineMode(for: wanted), let device = session?.device(for: .video) else {
            return .off
        }
        let duration = device.activeVideoMinFrameDuration.seconds
        return AVCaptureVideoStabilizationMode(engineMode, framerate: duration > 0 ? 1 / duration : 30)
    }

    /// How the engine is to steady the next recording; nil for what the template says.
    var stabilization: VideoStabilization? {
        let mode = preferredVideoStabilizationMode
        return mode == .off ? nil : engineMode(for: mode)
    }

    private func engineMode(for wanted: AVCaptureVideoStabilizationMode) -> VideoStabilization? {
        guard isVideo, output is AVCaptureFileOutput, let device = session?.device(for: .video),
            device.activeFormat.isVideoStabilizationModeSupported(wanted)
        else { return nil }
        return wanted.engineMode
    }

    // MARK: - Frame rate

    /// Whether a connection can have its own frame rate; false: the device's counts.
    public var isVideoMinFrameDurationSupported: Bool { false }
    /// Whether a connection can have its own frame rate; false: the device's counts.
    public var isVideoMaxFrameDurationSupported: Bool { false }
    /// The shortest time between frames that was asked for; it changes nothing.
    public var videoMinFrameDuration: CMTime {
        get { state.withLock { $0.minFrameDuration } }
        set { state.withLock { $0.minFrameDuration = newValue } }
    }
    /// The longest time between frames that was asked for; it changes nothing.
    public var videoMaxFrameDuration: CMTime {
        get { state.withLock { $0.maxFrameDuration } }
        set { state.withLock { $0.maxFrameDuration = newValue } }
    }

    // MARK: - Sound

    /// The channels of sound, with their levels; empty for pictures.
    public var audioChannels: [AVCaptureAudioChannel] {
        guard let meter else { return [] }
        session?.runMeters()
        let channels = session?.device(for: .audio)?.capture.channels ?? 0
        return (0..<max(0, channels)).map { AVCaptureAudioChannel(meter, number: $0) }
    }

    var soundMeter: SoundMeter? { meter }
}
