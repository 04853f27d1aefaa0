internal import CGStreamer

/// How raw pictures lie in memory.
public struct PictureFormat: Sendable, Hashable {
    /// One plane of a picture, in its own samples: the colours of 4:2:0 have half of either side.
    public struct Plane: Sendable, Hashable {
        /// Width in samples.
        public let width: Int
        /// Number of rows.
        public let height: Int
        /// Distance between two rows, in bytes.
        public let stride: Int
    }

    /// GStreamer's name of the pixel format, such as `NV12`.
    public let name: String
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Whether black is 0 and white 255, as JPEG and RGB have it, and not 16 and 235.
    public let isFullRange: Bool
    /// The planes; one for packed formats.
    public let planes: [Plane]

    /// The layout of a buffer, or the usual one when no buffer is given; nil when the caps are no raw pictures.
    ///
    /// The corresponding C functions are `gst_video_info_from_caps` and `gst_buffer_get_video_meta`.
    public init?(_ caps: Caps, of buffer: Buffer? = nil) {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps.pointer) != 0,
            let description = info.finfo?.pointee, description.format != GST_VIDEO_FORMAT_ENCODED,
            let name = gst_video_format_to_string(description.format)
        else { return nil }
        self.name = String(cString: name)
        (width, height) = (Int(info.width), Int(info.height))
        isFullRange = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255
        let meta = buffer.flatMap { gst_buffer_get_video_meta($0.pointer)?.pointee }
        let strides = meta?.stride ?? info.stride
        planes = withUnsafeBytes(of: strides) { bytes in
            let strides = bytes.bindMemory(to: Int32.self)
            return (0..<Int(description.n_planes)).map { plane in
                Plane(
                    width: Int(gst_shim_plane_width(&info, UInt32(plane))),
                    height: Int(gst_shim_plane_height(&info, UInt32(plane))),
                    stride: Int(strides[plane])
                )
            }
        }
    }
}
