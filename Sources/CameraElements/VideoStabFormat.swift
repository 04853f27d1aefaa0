internal import CGStreamer
internal import Stabilization

/// The format of the pictures, as caps tell it.
struct VideoStabFormat {
    /// How long a picture lasts when the caps do not say: 30 a second.
    static let usualDuration: UInt64 = 1_000_000_000 / 30

    /// What a picture can last; caps may say less than a nanosecond, or decades, which nobody can reckon with.
    static let durations: ClosedRange<UInt64> = 1...3_600_000_000_000

    let info: GstVideoInfo
    /// The stabilizer's name of the format; nil when it cannot work on it, as on interlaced pictures, whose rows are
    /// of two times.
    let pixels: PixelFormat?
    /// How long a picture lasts, in nanoseconds.
    let pictureDuration: UInt64
    private let reference: CapsReference

    var width: Int { Int(info.width) }
    var height: Int { Int(info.height) }
    var size: UInt32 { UInt32(info.size) }
    var caps: ObjectAddress<GstCaps> { reference.caps }

    /// Reads caps; nil when they are no raw video.
    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0, let description = info.finfo,
            let name = gst_video_format_to_string(description.pointee.format)
        else { return nil }
        self.info = info
        pixels =
            info.interlace_mode == GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
            ? PixelFormat(rawValue: String(cString: name).lowercased()) : nil
        pictureDuration = VideoStabFormat.duration(info, caps)
        reference = CapsReference(caps)
    }

    private static func duration(_ info: GstVideoInfo, _ caps: UnsafeMutablePointer<GstCaps>) -> UInt64 {
        var (numerator, denominator) = (info.fps_n, info.fps_d)
        if numerator <= 0 {
            // A rate that varies may have a limit.
            gst_structure_get_fraction(
                gst_caps_get_structure(caps, 0),
                "max-framerate",
                &numerator,
                &denominator
            )
        }
        guard numerator > 0, denominator > 0 else { return usualDuration }
        return (1_000_000_000 * UInt64(denominator) / UInt64(numerator)).clamped(to: durations)
    }

    /// Keeps the caps alive.
    private final class CapsReference: Sendable {
        let caps: ObjectAddress<GstCaps>

        init(_ caps: UnsafeMutablePointer<GstCaps>) { self.caps = ObjectAddress(gst_caps_ref(caps)) }

        deinit { gst_caps_unref(caps.pointer) }
    }
}

extension Comparable {
    /// The nearest value within limits.
    func clamped(to limits: ClosedRange<Self>) -> Self {
        min(max(self, limits.lowerBound), limits.upperBound)
    }
}

extension PicturePlanes {
    /// The planes of a picture that is mapped, as many as its format has.
    init(_ frame: GstVideoFrame) {
        let count = Int(frame.info.finfo.pointee.n_planes)
        let bases = [frame.data.0, frame.data.1, frame.data.2]
        let strides = [frame.info.stride.0, frame.info.stride.1, frame.info.stride.2]
        self.init(
            zip(bases, strides).prefix(count).compactMap { base, stride in
                base.map { Plane(base: $0, stride: Int(stride)) }
            }
        )
    }
}

extension ObjectAddress<GstBuffer> {
    /// The times, flags, offsets and metas of a buffer, without its memory; nil when there is no memory left.
    ///
    /// GStreamer leaves out those metas that describe the memory.
    func withoutPixels() -> ObjectAddress<GstBuffer>? {
        guard let shell = gst_buffer_new() else { return nil }
        gst_buffer_copy_into(shell, pointer, ObjectAddress.allButPixels, 0, UInt.max)
        return ObjectAddress(shell)
    }

    /// Takes over what another buffer holds besides its memory, and lets that buffer go.
    func takeOver(_ shell: ObjectAddress<GstBuffer>) {
        gst_buffer_copy_into(pointer, shell.pointer, ObjectAddress.allButPixels, 0, UInt.max)
        gst_buffer_unref(shell.pointer)
    }

    private static var allButPixels: GstBufferCopyFlags {
        GstBufferCopyFlags(
            rawValue: GST_BUFFER_COPY_FLAGS.rawValue | GST_BUFFER_COPY_TIMESTAMPS.rawValue
                | GST_BUFFER_COPY_META.rawValue
        )
    }

    /// Whether a flag of the buffer is set.
    func has(_ flag: GstBufferFlags) -> Bool { pointer.pointee.mini_object.flags & flag.rawValue != 0 }
}

extension ObjectAddress<GstEvent> {
    /// Whether the event is a fact about the stream that a flush does not end.
    var staysWhenFlushed: Bool {
        let type = pointer.pointee.type
        return gst_event_type_get_flags(type).rawValue & GST_EVENT_TYPE_STICKY.rawValue != 0
            && type != GST_EVENT_SEGMENT && type != GST_EVENT_EOS
    }
}
