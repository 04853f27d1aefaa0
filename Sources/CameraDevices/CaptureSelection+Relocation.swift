package import Recording

extension CaptureSelection {
    /// The same choice with the camera at the node that it has now.
    ///
    /// A camera that was unplugged may come back under another number; its stable name finds it.
    /// - Throws: `CaptureError` while it is away.
    package func relocated() throws(CaptureError) -> CaptureSelection {
        guard camera.api == .v4l2 else { return self }
        let found = try DeviceCatalogue.camera(camera.id)
        guard found.name == camera.name else {
            throw CaptureError(.noSuchDevice, "\(camera.id) is \(found.name) now, not \(camera.name)")
        }
        var moved = self
        moved.camera = found
        return moved
    }
}
