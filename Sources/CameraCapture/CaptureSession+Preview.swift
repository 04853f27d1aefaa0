extension CaptureSession {
    /// Lets a preview show what is captured, from the next picture on; its window opens in the background.
    ///
    /// A preview shows one session at a time: it leaves the one that it showed before. Recordings do not notice.
    public func attach(_ preview: Preview) {
        let tap = CaptureTap(video: { [weak preview] picture, caps in
            preview?.push(video: picture, caps: caps)
        })
        addTap(tap)
        let hasJoined = preview.join(self) { [weak self] in self?.removeTap(tap) }
        if !hasJoined { removeTap(tap) }
    }

    /// Lets a preview show nothing more; its window goes away, and it may be attached again.
    public func detach(_ preview: Preview) { preview.leave(self) }
}
