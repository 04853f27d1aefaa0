internal import CGStreamer

/// The first plane of a raw picture (the brightness of planar YUV), open for writing.
public struct PicturePlane: ~Copyable {
    private let base: UnsafeMutablePointer<UInt8>
    /// Distance between two rows, in bytes.
    public let stride: Int
    /// Width of the picture in pixels.
    public let width: Int
    /// Height of the picture in pixels.
    public let height: Int

    /// Fills a rectangle, cut to the picture, with one value.
    public mutating func fill(x: Range<Int>, y: Range<Int>, with value: UInt8) {
        let columns = x.clamped(to: 0..<width)
        for row in y.clamped(to: 0..<height) {
            (base + row * stride + columns.lowerBound).update(repeating: value, count: columns.count)
        }
    }

    /// Maps a writable buffer and calls `body` with its first plane; does nothing when it is no raw video.
    static func withFirstPlane(
        of buffer: UnsafeMutablePointer<GstBuffer>,
        caps: UnsafeMutablePointer<GstCaps>,
        _ body: (inout PicturePlane) -> Void
    ) {
        var info = GstVideoInfo()
        var frame = GstVideoFrame()
        guard gst_video_info_from_caps(&info, caps) != 0,
            gst_video_frame_map(
                &frame,
                &info,
                buffer,
                GstMapFlags(rawValue: GST_MAP_READ.rawValue | GST_MAP_WRITE.rawValue)
            ) != 0
        else { return }
        defer { gst_video_frame_unmap(&frame) }
        guard let data = frame.data.0 else { return }
        var plane = PicturePlane(
            base: data.assumingMemoryBound(to: UInt8.self),
            stride: Int(frame.info.stride.0),
            width: Int(info.width),
            height: Int(info.height)
        )
        body(&plane)
    }
}
