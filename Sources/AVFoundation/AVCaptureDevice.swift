internal import CameraCapture
public import Foundation
internal import Synchronization

/// A camera or a microphone.
///
/// There is exactly one object for each physical device, so `===` and `==` tell devices apart; the object stays the
/// same when the device is unplugged and comes back. Any thread may use it.
///
/// The built-in test devices are `AVCaptureDevice(uniqueID: "test")` and `AVCaptureDevice(uniqueID:
/// "test-microphone")`; `file:PATH` is a video played as a camera.
public final class AVCaptureDevice: NSObject, Sendable {
    /// What can change.
    struct State {
        var capture: CaptureDevice
        var isConnected = true
        var formats: [Format]
        var activeFormat: Format
        /// What a program asked for; nil for the format's usual rate.
        var minFrameDuration: CMTime?
        var maxFrameDuration: CMTime?
        var locks = 0
        var isChanged = false
    }

    /// The identity that stays the same over restarts and replugging, as far as the system knows one.
    public let uniqueID: String
    let state: Mutex<State>
    let kind: CaptureDevice.Kind
    private let placement: CameraPlacement?

    /// Only the registry makes devices, so that there is one for each.
    init(_ capture: CaptureDevice) {
        uniqueID = AVCaptureDevice.uniqueID(of: capture)
        kind = capture.kind
        placement = CameraPlacement(of: capture)
        let formats = Format.all(of: capture)
        state = Mutex(
            State(
                capture: capture,
                formats: formats,
                activeFormat: Format.best(of: formats) ?? Format.unknown(capture.kind)
            )
        )
        super.init()
    }

    /// The engine calls both test devices `test`; here a camera and a microphone need different names.
    static func uniqueID(of capture: CaptureDevice) -> String {
        capture.kind == .microphone && capture.api == .test ? "test-microphone" : capture.id
    }

    /// The engine's device.
    var capture: CaptureDevice { state.withLock { $0.capture } }

    /// Takes what the system says now about the same device.
    func update(_ capture: CaptureDevice) {
        state.withLock { state in
            let old = state.capture
            state.isConnected = true
            // A camera that is in use lists nothing; what it listed before is still true.
            guard capture.kind == .microphone || !capture.modes.isEmpty else { return }
            state.capture = capture
            guard capture.modes != old.modes || capture.channels != old.channels else { return }
            state.formats = Format.all(of: capture)
            let same = state.formats.first { $0.formatDescription == state.activeFormat.formatDescription }
            state.activeFormat = same ?? Format.best(of: state.formats) ?? Format.unknown(capture.kind)
        }
    }

    func markDisconnected() { state.withLock { $0.isConnected = false } }

    /// The name for people.
    public var localizedName: String { capture.name }

    /// The kind of device; for a USB camera with its vendor's and its product's number, as macOS has it.
    public var modelID: String {
        guard let usb = placement?.usb else { return localizedName }
        return "UVC Camera VendorID_\(usb.vendor) ProductID_\(usb.product)"
    }

    /// Who made the device; `Unknown` when nobody says.
    public var manufacturer: String { placement?.manufacturer ?? "Unknown" }

    /// Which way a built-in camera looks; `unspecified` where the hardware does not say.
    public var position: Position {
        switch placement?.side {
        case .front: .front
        case .back: .back
        case nil: .unspecified
        }
    }

    /// `microphone`, `external`, or `builtInWideAngleCamera` where the hardware says that the camera is built in.
    public var deviceType: DeviceType {
        if kind == .microphone { return .microphone }
        return placement?.isBuiltIn ?? false ? .builtInWideAngleCamera : .external
    }

    /// Whether the device delivers pictures (`video`) or sound (`audio`).
    public func hasMediaType(_ mediaType: AVMediaType) -> Bool {
        mediaType == (kind == .camera ? .video : .audio)
    }

    /// Whether the device is there.
    public var isConnected: Bool { state.withLock { $0.isConnected } }

    /// Always false: no device here is put to sleep by closing a lid.
    public var isSuspended: Bool { false }

    /// Whether another program uses the device now; opens it for a moment to find out.
    public var isInUseByAnotherApplication: Bool { capture.obstacle()?.code == .deviceBusy }

    /// The name and the identity.
    public override var description: String { "<AVCaptureDevice: \(localizedName) [\(uniqueID)]>" }
}
