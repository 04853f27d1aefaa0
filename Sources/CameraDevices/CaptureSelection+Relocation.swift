package import Recording

extension CaptureSelection {
    /// The same choice with the camera at the node that it has now.
    ///
    /// A camera that was unplugged may come back under another number; its stable name finds it.
    /// - Throws: `CaptureError` while it is away.
    package func relocated() throws(CaptureError) -> CaptureSelection {
        guard camera.api == .v4l2 else { return self }
        // A name of udev's that is not there is the cheap answer; only then all cameras are asked.
        guard !camera.id.hasPrefix("/dev/v4l/") || Directory.resolve(camera.id) != nil,
            let found = DeviceCatalogue.cameras().first(where: isSame)
        else {
            throw CaptureError(.noSuchDevice, "\(camera.name) is away", advice: "Plug it in again")
        }
        var moved = self
        moved.camera = found
        return moved
    }

    /// The stable name tells, or where there is none the place that the camera is plugged into.
    private func isSame(_ other: CaptureDevice) -> Bool {
        guard other.hiddenReason == nil, other.name == camera.name else { return false }
        if camera.id.hasPrefix("/dev/v4l/") { return other.answers(to: camera.id) }
        return camera.bus.isEmpty ? other.id == camera.id : other.bus == camera.bus
    }
}
