/// Which devices came and went from one list of devices to the next; pure.
///
/// A device is known from when it can be used until it is gone, or the kernel no longer lets this user open it. That
/// another program holds it, as this one may itself, is no end.
struct DeviceChanges {
    private(set) var known: [CaptureDevice]

    init(_ devices: [CaptureDevice]) { known = devices.filter { $0.hiddenReason == nil } }

    /// Takes the next list, and tells what is different: first what went, then what came.
    ///
    /// A device is the same under the same id. One that has moved to another address in between went and came.
    mutating func update(_ devices: [CaptureDevice]) -> [DeviceWatcher.Change] {
        let gone = known.filter { old in
            !devices.contains { $0.isContinuation(of: old) }
        }
        known.removeAll { gone.contains($0) }
        let new = devices.filter { device in
            device.hiddenReason == nil && !known.contains { device.isContinuation(of: $0) }
        }
        known += new
        return gone.map { .disconnected($0) } + new.map { .connected($0) }
    }
}

extension CaptureDevice {
    fileprivate func isContinuation(of old: CaptureDevice) -> Bool {
        kind == old.kind && id == old.id && address == old.address && !isForbidden
    }
}
