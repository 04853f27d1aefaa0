internal import CGStreamer
internal import GStreamer

/// What stands behind one pad of a recorder: a queue, and a tap that the recordings get the buffers from.
struct RecorderLine: Sendable {
    enum Kind: String, Sendable, Hashable {
        case video, audio
    }

    let kind: Kind
    let pad: PadAddress
    var hasEnded = false

    /// The queue lets a recording be prepared while pictures come, without holding up the pipeline.
    private static let queue =
        "queue name=waiting max-size-buffers=0 max-size-bytes=268435456 max-size-time=3000000000"
    /// Buffers are handed over at their time, so that the clock says which picture a recording begins and ends with.
    private static let tap =
        "appsink name=tap sync=true async=false max-buffers=8 enable-last-sample=false qos=false processing-deadline=0"

    private static let sound =
        "audioconvert ! audioresample ! capsfilter name=format caps=\"audio/x-raw, format=S16LE, "
        + "layout=interleaved, rate=48000, channels=[1,8]\""

    /// Makes the elements and adds them with their pad; nil when GStreamer's own elements are not there.
    ///
    /// `isKept` is asked whether a picture that comes now may be held for long, by a recording.
    init?(
        kind: Kind,
        of element: ElementAddress,
        template: UnsafeMutablePointer<GstPadTemplate>,
        name: String,
        isKept: @escaping @Sendable () -> Bool,
        sample: @escaping @Sendable (Buffer, Caps) -> Void,
        ended: @escaping @Sendable () -> Void,
        flushed: @escaping @Sendable () -> Void
    ) {
        let text =
            kind == .video
            ? "\(RecorderLine.queue) ! \(RecorderLine.tap)"
            : "\(RecorderLine.queue) ! \(RecorderLine.sound) ! \(RecorderLine.tap)"
        guard let made = gst_parse_bin_from_description(text, 1, nil) else { return nil }
        let bin = ElementAddress(UnsafeMutableRawPointer(made).assumingMemoryBound(to: GstElement.self))
        gst_object_set_name(bin.cast(to: GstObject.self), kind.rawValue)
        guard gst_bin_add(element.cast(to: GstBin.self), bin.pointer) != 0,
            let tap = bin.element.child(named: "tap").flatMap(AppSink.init),
            let target = gst_element_get_static_pad(bin.pointer, "sink")
        else { return nil }
        defer { gst_object_unref(target) }
        if kind == .video {
            // An encoder may hold dozens of pictures, and a camera that lent them would run out of memory to fill.
            bin.element.child(named: "waiting")?.pad(named: "sink")?.addBufferProbe { picture in
                guard isKept(), picture.isLent, let copy = picture.copied() else { return .pass }
                return .replace(copy)
            }
        }
        tap.element.pad(named: "sink")?.addFlushProbe { resetsTime in if resetsTime { flushed() } }
        tap.setHandlers(endOfStream: ended, sample: sample)
        guard let pad = gst_ghost_pad_new_from_template(name, target, template) else { return nil }
        self.kind = kind
        self.pad = PadAddress(pad)
        gst_element_sync_state_with_parent(bin.pointer)
        gst_pad_set_active(pad, 1)
        gst_element_add_pad(element.pointer, pad)
        RecorderLine.tellParents(of: element)
    }

    /// Lets the bins around know that there is a sink now, whose end of stream is to be waited for.
    ///
    /// They look when an element is added to them, which is before its pads are asked for.
    private static func tellParents(of element: ElementAddress) {
        var parent = gst_object_get_parent(element.cast(to: GstObject.self))
        while let bin = parent {
            bin.pointee.flags |= GST_ELEMENT_FLAG_SINK.rawValue
            parent = gst_object_get_parent(bin)
            gst_object_unref(bin)
        }
    }

    /// Fixes the sound's format, which may change before but not within a recording.
    func fix(_ caps: String, in element: ElementAddress) {
        guard let filter = gst_bin_get_by_name(element.cast(to: GstBin.self), "format") else { return }
        gst_util_set_object_arg(
            UnsafeMutableRawPointer(filter).assumingMemoryBound(to: GObject.self),
            "caps",
            caps
        )
        gst_object_unref(filter)
    }

    /// Takes the pad and the elements away again.
    ///
    /// An element that goes has let its children go before it takes back the pads that are left.
    func remove(from element: ElementAddress) {
        if let bin = gst_bin_get_by_name(element.cast(to: GstBin.self), kind.rawValue) {
            // A pipeline that changes its state at this moment must not start it again. A pad waits for what is in it,
            // and what is in it for room in the queue: so the queue goes first.
            gst_element_set_locked_state(bin, 1)
            gst_element_set_state(bin, GST_STATE_NULL)
            gst_bin_remove(element.cast(to: GstBin.self), bin)
            gst_object_unref(bin)
        }
        gst_pad_set_active(pad.pointer, 0)
        gst_element_remove_pad(element.pointer, pad.pointer)
    }
}
