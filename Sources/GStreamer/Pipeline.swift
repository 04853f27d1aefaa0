internal import CGStreamer
internal import Dispatch

/// A pipeline that this program owns; it is taken to NULL when the last reference to it goes.
public final class Pipeline: Sendable {
    /// The pipeline as an element.
    public let element: Element

    private var pointer: UnsafeMutablePointer<GstPipeline> { element.reference.cast(to: GstPipeline.self) }

    /// Makes a pipeline from a description in gst-launch syntax.
    ///
    /// The corresponding C function is `gst_parse_launch_full`.
    /// - Parameters:
    ///   - description: The pipeline's text.
    ///   - handler: Called with each message, on the thread that posts it; it must not block or change states. It
    ///     is called from the first state change on.
    /// - Throws: `GStreamerError` with code `.noSuchElement` or `.parse`.
    public init(
        parsing description: String,
        handler: @escaping @Sendable (BusMessage) -> Void
    ) throws(GStreamerError) {
        let parsed = try Element(parsing: description)
        if gst_shim_is_pipeline(parsed.reference.pointer) != 0 {
            element = parsed
        } else {
            // A description of one element, or of one bin, gives no pipeline around it.
            guard let pipeline = gst_pipeline_new(nil) else {
                throw GStreamerError(.parse, "no pipeline could be made")
            }
            element = Element(reference: ObjectReference(sinking: pipeline))
            gst_bin_add(element.reference.cast(to: GstBin.self), parsed.pointer)
        }
        watchBus(handler)
    }

    deinit {
        gst_element_set_state(element.pointer, GST_STATE_NULL)
        if let bus = gst_pipeline_get_bus(pointer) {
            gst_bus_set_sync_handler(bus, nil, nil, nil)
            gst_object_unref(bus)
        }
    }

    /// A sync handler, so that a message costs no polling thread; it drops each message, so the bus stays empty.
    private func watchBus(_ handler: @escaping @Sendable (BusMessage) -> Void) {
        guard let bus = gst_pipeline_get_bus(pointer) else { return }
        defer { gst_object_unref(bus) }
        gst_bus_set_sync_handler(
            bus,
            { _, message, data in
                guard let message, let data else { return GST_BUS_PASS }
                if let converted = BusMessage(reading: message) {
                    Callback<@Sendable (BusMessage) -> Void>.value(at: data)(converted)
                }
                gst_mini_object_unref(
                    UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self)
                )
                return GST_BUS_DROP
            },
            Unmanaged.passRetained(Callback(handler)).toOpaque(),
            { data in Callback<@Sendable (BusMessage) -> Void>.release(data) }
        )
    }

    /// Takes pipelines to NULL, all at once, and waits at most three seconds for it.
    ///
    /// A device or an encoder that is stuck holds its element in a system call. It is left behind then, on a thread of
    /// its own, and the kernel closes it when the process ends. The corresponding C function is
    /// `gst_element_set_state`.
    public static func stop(_ pipelines: [Pipeline]) {
        let group = DispatchGroup()
        for pipeline in pipelines {
            DispatchQueue.global().async(group: group) { try? pipeline.element.setState(.null) }
        }
        _ = group.wait(timeout: .now() + .seconds(3))
    }

    /// The element of this name, at any depth.
    public func child(named name: String) -> Element? { element.child(named: name) }

    /// Puts an element in the place of the last one of a chain; the pipeline must not run.
    ///
    /// The corresponding C functions are `gst_bin_remove`, `gst_bin_add` and `gst_element_link`.
    /// - Throws: `GStreamerError` with code `.link` when the new element is in use elsewhere or does not fit.
    public func replace(_ old: Element, with new: Element) throws(GStreamerError) {
        guard let upstream = old.pad(named: "sink")?.peer.flatMap({ gst_pad_get_parent_element($0.pointer) })
        else {
            throw GStreamerError(.link, "nothing is linked to \(old.name)")
        }
        defer { gst_object_unref(upstream) }
        remove(old)
        guard gst_bin_add(element.reference.cast(to: GstBin.self), new.pointer) != 0 else {
            throw GStreamerError(.link, "\(new.name) is in another pipeline already")
        }
        guard gst_element_link(upstream, new.pointer) != 0 else {
            throw GStreamerError(.link, "\(new.name) does not take what comes before it")
        }
    }

    /// Takes an element out, so that another pipeline can have it; it must not run.
    ///
    /// The corresponding C function is `gst_bin_remove`.
    public func remove(_ child: Element) {
        gst_bin_remove(element.reference.cast(to: GstBin.self), child.pointer)
    }

    /// Makes the pipeline follow the system's monotonic clock, whatever clocks its elements offer.
    ///
    /// A sound card's clock stops or jumps with its device; the system's never does. The corresponding C function
    /// is `gst_pipeline_use_clock`.
    public func useSystemClock() {
        guard let clock = gst_system_clock_obtain() else { return }
        gst_pipeline_use_clock(pointer, clock)
        gst_object_unref(clock)
    }

    /// The time since the pipeline began to play; nil while it does not.
    ///
    /// The corresponding C function is `gst_element_get_current_running_time`.
    public var runningTime: ClockTime? { ClockTime(gst_element_get_current_running_time(element.pointer)) }

    /// The clock's time that the running time counts from; zero before the pipeline played.
    ///
    /// The corresponding C function is `gst_element_get_base_time`.
    public var baseTime: ClockTime { ClockTime(gst_element_get_base_time(element.pointer)) ?? .zero }

    /// Makes the running time count from a moment of the clock, such as the base time of another pipeline.
    ///
    /// The corresponding C functions are `gst_element_set_base_time` and `gst_element_set_start_time`.
    public func useTime(since base: ClockTime) {
        gst_element_set_start_time(element.pointer, UInt.max)
        gst_element_set_base_time(element.pointer, base.unsigned)
    }

    /// Works out the latency again after a `.latency` message.
    ///
    /// The corresponding C function is `gst_bin_recalculate_latency`.
    public func recalculateLatency() {
        gst_bin_recalculate_latency(element.reference.cast(to: GstBin.self))
    }
}
