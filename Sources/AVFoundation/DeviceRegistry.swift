internal import CameraCapture
internal import Foundation
internal import GStreamer
internal import Synchronization

/// Knows the one `AVCaptureDevice` of each physical device, and hears when devices come and go.
final class DeviceRegistry: Sendable {
    static let shared: DeviceRegistry = {
        // Listing devices needs GStreamer; without it the lists are empty.
        try? Gst.initialize()
        return DeviceRegistry()
    }()

    /// Made with the first question for a device, and kept as long as the process lives.
    private static let watcher = DeviceWatcher { shared.apply($0) }

    private let devices = Mutex<[String: AVCaptureDevice]>([:])

    /// The object of a device; the same each time.
    func device(for capture: CaptureDevice) -> AVCaptureDevice {
        let key = AVCaptureDevice.uniqueID(of: capture)
        let (device, isNew) = devices.withLock { devices in
            if let device = devices[key] { return (device, false) }
            let device = AVCaptureDevice(capture)
            devices[key] = device
            return (device, true)
        }
        if !isNew { device.update(capture) }
        return device
    }

    /// The device of an identity, or of another name that the system has for it; nil when it is not there.
    func device(uniqueID text: String) -> AVCaptureDevice? {
        _ = DeviceRegistry.watcher
        if text == AVCaptureDevice.uniqueID(of: DeviceCatalogue.testMicrophone) {
            return device(for: DeviceCatalogue.testMicrophone)
        }
        if text == DeviceCatalogue.testCamera.id || text.hasPrefix("file:") { return synthetic(text) }
        let all = DeviceCatalogue.cameras().filter(\.isOffered) + DeviceCatalogue.microphones()
        let found =
            all.first { $0.id == text } ?? all.first { $0.address == text || $0.aliases.contains(text) }
        return found.map { device(for: $0) }
    }

    /// A camera that is in no list; a file is only examined when it is named for the first time.
    private func synthetic(_ text: String) -> AVCaptureDevice? {
        if let known = devices.withLock({ $0[text] }), known.capture.api == .file { return known }
        return (try? DeviceCatalogue.camera(text)).map { device(for: $0) }
    }

    /// The cameras: the one that the environment names, then those that can be used, then those that cannot now.
    func cameras() -> [AVCaptureDevice] {
        _ = DeviceRegistry.watcher
        return ordered(DeviceCatalogue.cameras(), kind: .camera, first: chosenCamera)
    }

    /// The microphones, in the same order; none when the environment says so.
    func microphones() -> [AVCaptureDevice] {
        _ = DeviceRegistry.watcher
        guard DeviceRegistry.environment("GSTCAM_MICROPHONE") != "none" else { return [] }
        return ordered(DeviceCatalogue.microphones(), kind: .microphone, first: chosenMicrophone)
    }

    /// The camera that the environment names.
    var chosenCamera: AVCaptureDevice? {
        guard let text = DeviceRegistry.environment("GSTCAM_CAMERA") else { return nil }
        return synthetic(text)
    }

    private var chosenMicrophone: AVCaptureDevice? {
        guard let text = DeviceRegistry.environment("GSTCAM_MICROPHONE") else { return nil }
        return (try? DeviceCatalogue.microphone(text)).map { device(for: $0) }
    }

    private static func environment(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    private func ordered(
        _ listed: [CaptureDevice],
        kind: CaptureDevice.Kind,
        first: AVCaptureDevice?
    ) -> [AVCaptureDevice] {
        forgetMissing(among: listed, kind: kind)
        var usable: [CaptureDevice] = []
        var obstructed: [CaptureDevice] = []
        for capture in listed {
            if capture.hiddenReason == nil {
                usable.append(capture)
            } else if isKnown(capture), capture.obstacle() == nil {
                // This program uses it itself, and so it lists nothing now.
                usable.append(capture)
            } else if capture.isOffered {
                obstructed.append(capture)
            }
        }
        let others = (usable + obstructed).map { device(for: $0) }
        return (first.map { [$0] } ?? []) + others.filter { $0 !== first }
    }

    private func isKnown(_ capture: CaptureDevice) -> Bool {
        devices.withLock { $0[AVCaptureDevice.uniqueID(of: capture)] != nil }
    }

    /// Devices that were known and are no longer listed are gone, whether or not the watcher has told it yet.
    private func forgetMissing(among listed: [CaptureDevice], kind: CaptureDevice.Kind) {
        let ids = Set(listed.map(AVCaptureDevice.uniqueID))
        let missing = devices.withLock { devices in
            devices.values.filter { $0.kind == kind && !ids.contains($0.uniqueID) }
        }
        for device in missing {
            switch device.capture.api {
            case .test, .file: continue
            // A name of ALSA's own is in no list.
            case .alsa where !device.uniqueID.hasPrefix("hw:"): continue
            default: device.markDisconnected()
            }
        }
    }

    /// Takes a change that the watcher tells of, and tells the program.
    func apply(_ change: DeviceWatcher.Change) {
        let name: Notification.Name
        let device: AVCaptureDevice
        switch change {
        case .connected(let capture):
            guard capture.isOffered else { return }
            (name, device) = (AVCaptureDevice.wasConnectedNotification, self.device(for: capture))
        case .disconnected(let capture):
            let key = AVCaptureDevice.uniqueID(of: capture)
            // A device that no program ever saw is told as well, since a program may count them.
            device = devices.withLock { $0[key] } ?? self.device(for: capture)
            name = AVCaptureDevice.wasDisconnectedNotification
            device.markDisconnected()
        }
        NotificationCenter.default.post(name: name, object: device)
    }
}

extension CaptureDevice {
    /// Whether programs see the device: also one that may not be opened or is in use, whose input then says why.
    fileprivate var isOffered: Bool {
        guard hiddenReason != nil else { return true }
        switch obstacle()?.code {
        case .permissionDenied?: return kind == .microphone || CaptureDevice.isFirstNode(address)
        case .deviceBusy?: return true
        default: return false
        }
    }
}
