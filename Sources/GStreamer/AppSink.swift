internal import CGStreamer

/// The end of a pipeline where a program takes the media out (`appsink`).
public struct AppSink: Sendable {
    /// The element itself.
    public let element: Element

    /// Takes an element that was made as an `appsink`; nil for any other.
    public init?(_ element: Element) {
        guard element.factoryName == "appsink" else { return nil }
        self.element = element
    }

    private var pointer: UnsafeMutablePointer<GstAppSink> { element.reference.cast(to: GstAppSink.self) }

    /// Sets what is called for each buffer and at the end of the stream, on the streaming thread.
    ///
    /// The corresponding C function is `gst_app_sink_set_callbacks`. Neither closure may block.
    /// - Parameters:
    ///   - endOfStream: Called once when no more buffers come.
    ///   - sample: Called with each buffer and its format.
    public func setHandlers(
        endOfStream: @escaping @Sendable () -> Void,
        sample: @escaping @Sendable (Buffer, Caps) -> Void
    ) {
        let handlers = Unmanaged.passRetained(Callback(Handlers(endOfStream: endOfStream, sample: sample)))
        var callbacks = GstAppSinkCallbacks()
        callbacks.eos = { _, data in
            guard let data else { return }
            Callback<Handlers>.value(at: data).endOfStream()
        }
        callbacks.new_sample = { sink, data in
            guard let sink, let data, let sample = gst_app_sink_pull_sample(sink) else { return GST_FLOW_OK }
            defer {
                gst_mini_object_unref(
                    UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self)
                )
            }
            if let buffer = gst_sample_get_buffer(sample), let caps = gst_sample_get_caps(sample) {
                Callback<Handlers>.value(at: data).sample(
                    AppSink.inRunningTime(buffer, of: sample),
                    Caps(reference: MiniObjectReference(retaining: caps))
                )
            }
            return GST_FLOW_OK
        }
        gst_app_sink_set_callbacks(pointer, &callbacks, handlers.toOpaque()) {
            Callback<Handlers>.release($0)
        }
    }

    /// The buffer with its time stamp in running time, the one time all streams of a pipeline share.
    private static func inRunningTime(_ buffer: UnsafeMutablePointer<GstBuffer>, of sample: OpaquePointer)
        -> Buffer
    {
        let original = Buffer(reference: MiniObjectReference(retaining: buffer))
        guard let segment = gst_sample_get_segment(sample), segment.pointee.format == GST_FORMAT_TIME,
            let stamp = original.presentation
        else {
            return original
        }
        let running = gst_segment_to_running_time(segment, GST_FORMAT_TIME, stamp.unsigned)
        guard let running = ClockTime(running), running != stamp else { return original }
        return original.retimed(presentation: running, duration: original.duration) ?? original
    }

    private struct Handlers: Sendable {
        let endOfStream: @Sendable () -> Void
        let sample: @Sendable (Buffer, Caps) -> Void
    }
}
