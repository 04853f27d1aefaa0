internal import CGStreamer
internal import Stabilization
internal import Synchronization

/// The element `videostab`: takes the shake out of a camera's pictures, with a fixed delay.
///
/// Pictures are copied into the stabilizer's own memory, so that a camera's few buffers go back at once, and come out
/// in buffers of the next element's pool. As many come out as go in, in order and with their times; events keep
/// their place between them.
final class VideoStab: ElementImplementation {
    let element: ElementAddress
    let sink: PadAddress
    let source: PadAddress

    /// What any thread may ask for or set; locked for moments only.
    let shared = Mutex(VideoStabStatus())

    /// What the pictures run through; only used with the sink pad's stream lock held, so nobody waits for it.
    let stream = Mutex(VideoStabStream())

    init(element: ElementAddress) {
        self.element = element
        sink = element.addPad("sink")
        source = element.addPad("src")
        // What one pad can do is what the other's neighbour can.
        for pad in [sink, source] {
            gst_shim_pad_set_flags(pad.pointer, GST_PAD_FLAG_PROXY_CAPS.rawValue)
        }
    }

    deinit { stream.withLock { $0.clear() } }

    func changeState(
        _ transition: GstStateChange,
        parent: (GstStateChange) -> GstStateChangeReturn
    ) -> GstStateChangeReturn {
        if transition == GST_STATE_CHANGE_READY_TO_PAUSED { shared.withLock { $0.statistics = .init() } }
        let result = parent(transition)
        if transition == GST_STATE_CHANGE_PAUSED_TO_READY {
            stream.withLock { $0.clear() }
            shared.withLock { $0.delay = .none }
            setActiveMode(.off)
        }
        return result
    }

    /// Tells what the element does from now on.
    func setActiveMode(_ mode: StabilizationMode) {
        let isNew = shared.withLock { status in
            defer { status.activeMode = mode }
            return status.activeMode != mode
        }
        if isNew { element.notify("active-mode") }
    }

    /// Tells how long pictures are held back from now on, and has the pipeline reckon with it.
    func setDelay(_ delay: VideoStabDelay) {
        let isNew = shared.withLock { status in
            defer { status.delay = delay }
            return status.delay.nanoseconds != delay.nanoseconds
        }
        guard isNew else { return }
        let object = element.cast(to: GstObject.self)
        gst_element_post_message(element.pointer, gst_message_new_latency(object))
    }
}
