internal import CameraCapture
internal import Foundation
internal import Synchronization

extension AVCaptureDevice {
    /// Posted when a configuration that changed something is unlocked; a session that uses the device follows it.
    static let configurationDidChange = Notification.Name("AVCaptureDeviceConfigurationDidChange")

    /// Allows changes of the device until `unlockForConfiguration`; pairs nest.
    ///
    /// - Throws: `AVError` with code `deviceNotConnected` when the device is not there.
    public func lockForConfiguration() throws {
        let isLocked = state.withLock { state in
            if state.isConnected { state.locks += 1 }
            return state.isConnected
        }
        guard !isLocked else { return }
        throw AVError(
            CaptureError(.noSuchDevice, "\(localizedName) is not connected", advice: "Plug it in again"),
            device: self
        )
    }

    /// Ends changes of the device; without a lock nothing happens.
    public func unlockForConfiguration() {
        let isChanged = state.withLock { state in
            guard state.locks > 0 else { return false }
            state.locks -= 1
            guard state.locks == 0, state.isChanged else { return false }
            state.isChanged = false
            return true
        }
        if isChanged {
            NotificationCenter.default.post(name: AVCaptureDevice.configurationDidChange, object: self)
        }
    }

    /// What the device can deliver, the smallest picture first.
    public var formats: [Format] { state.withLock { $0.formats } }

    /// What the device delivers to a session whose preset is `inputPriority`.
    ///
    /// It must be one of `formats`, and the device must be locked, else nothing is changed. The frame durations go
    /// back to what is usual for the format.
    public var activeFormat: Format {
        get { state.withLock { $0.activeFormat } }
        set {
            configure { state in
                guard state.formats.contains(where: { $0 === newValue }) else {
                    return "\(newValue) is no format of this device, so it was not changed"
                }
                state.activeFormat = newValue
                (state.minFrameDuration, state.maxFrameDuration) = (nil, nil)
                return nil
            }
        }
    }

    /// The shortest time between two frames; `.invalid` for what is usual.
    ///
    /// The device must be locked, else nothing is changed. A time that the format does not offer becomes the next
    /// one that it does.
    public var activeVideoMinFrameDuration: CMTime {
        get { state.withLock { $0.minFrameDuration ?? $0.activeFormat.usualFrameDuration } }
        set {
            configure { state in
                let (duration, complaint) = AVCaptureDevice.offered(newValue, by: state.activeFormat)
                state.minFrameDuration = duration
                if let duration, let longest = state.maxFrameDuration, longest < duration {
                    state.maxFrameDuration = duration
                }
                return complaint
            }
        }
    }

    /// The longest time between two frames; `.invalid` for what is usual.
    ///
    /// The rules are those of `activeVideoMinFrameDuration`.
    public var activeVideoMaxFrameDuration: CMTime {
        get {
            state.withLock { state in
                let usual = state.activeFormat.usualFrameDuration
                return state.maxFrameDuration ?? max(usual, state.minFrameDuration ?? usual)
            }
        }
        set {
            configure { state in
                let (duration, complaint) = AVCaptureDevice.offered(newValue, by: state.activeFormat)
                state.maxFrameDuration = duration
                if let duration, let shortest = state.minFrameDuration, shortest > duration {
                    state.minFrameDuration = duration
                }
                return complaint
            }
        }
    }

    /// What a format makes of a wanted duration, and what is to be said about it.
    private static func offered(_ duration: CMTime, by format: Format) -> (CMTime?, String?) {
        guard duration.isFraction, duration > .zero else {
            return (nil, duration.isValid ? "\(duration) is no time between two frames" : nil)
        }
        guard let nearest = format.nearest(to: duration) else {
            return (nil, "\(format) has no frame rate that could be set")
        }
        return (
            nearest,
            format.offers(duration) ? nil : "\(format) does not offer \(duration), \(nearest) is used"
        )
    }

    /// Changes the state of a locked device; the body returns a complaint, or nil.
    private func configure(caller: String = #function, _ body: (inout State) -> String?) {
        let complaint = state.withLock { state -> String? in
            guard state.locks > 0 else {
                return "call lockForConfiguration() first; nothing was changed"
            }
            state.isChanged = true
            return body(&state)
        }
        if let complaint { Fault.report(complaint, caller: caller) }
    }
}
