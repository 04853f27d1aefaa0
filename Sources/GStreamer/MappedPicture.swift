internal import CGStreamer

/// A raw picture that is open in memory for as long as this object lives.
///
/// The corresponding C functions are `gst_video_frame_map` and `gst_video_frame_unmap`. One thread at a time.
public final class MappedPicture {
    private let frame: UnsafeMutablePointer<GstVideoFrame>
    /// How the picture lies in memory.
    public let format: PictureFormat

    /// Opens the picture of a buffer; nil when it is no raw picture, or its memory cannot be had.
    ///
    /// - Parameters:
    ///   - buffer: The buffer; for writing nobody else may hold it, see `Buffer.copied()`.
    ///   - caps: The buffer's format.
    ///   - writable: Whether the pixels will be changed.
    public init?(_ buffer: Buffer, caps: Caps, writable: Bool = false) {
        var info = GstVideoInfo()
        let flags = GST_MAP_READ.rawValue | (writable ? GST_MAP_WRITE.rawValue : 0)
        guard let format = PictureFormat(caps, of: buffer),
            gst_video_info_from_caps(&info, caps.pointer) != 0
        else { return nil }
        let frame = UnsafeMutablePointer<GstVideoFrame>.allocate(capacity: 1)
        frame.initialize(to: GstVideoFrame())
        guard gst_video_frame_map(frame, &info, buffer.pointer, GstMapFlags(rawValue: flags)) != 0 else {
            frame.deallocate()
            return nil
        }
        self.frame = frame
        self.format = format
    }

    deinit {
        gst_video_frame_unmap(frame)
        frame.deallocate()
    }

    /// The first byte of a plane, or nil when there is no such plane; valid while this object lives.
    public func address(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
        guard format.planes.indices.contains(plane) else { return nil }
        return withUnsafeBytes(of: frame.pointee.data) { bytes in
            bytes.bindMemory(to: UnsafeMutableRawPointer?.self)[plane]
        }
    }

    /// The bytes of a plane from its first row to its last; empty when there is no such plane.
    public func bytes(ofPlane plane: Int) -> UnsafeMutableRawBufferPointer {
        guard let start = address(ofPlane: plane) else {
            return UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
        // The last row may end with its last pixel, so the memory decides.
        let end = withUnsafeBytes(of: frame.pointee.map) { bytes in
            bytes.bindMemory(to: GstMapInfo.self).lazy.compactMap { map -> UnsafeMutableRawPointer? in
                guard let data = map.data else { return nil }
                let (first, last) = (
                    UnsafeMutableRawPointer(data), UnsafeMutableRawPointer(data + Int(map.size))
                )
                return first <= start && start < last ? last : nil
            }.first
        }
        let rows = format.planes[plane]
        return UnsafeMutableRawBufferPointer(
            start: start,
            count: max(0, min(rows.stride * rows.height, (end ?? start) - start))
        )
    }
}

extension Buffer {
    /// Calls `body` with the rows of each plane; the bytes are valid only inside.
    ///
    /// - Parameters:
    ///   - caps: The buffer's format.
    ///   - body: Gets the layout and, for each plane, its bytes from the first row to the last.
    /// - Returns: What `body` returns, or nil when the buffer is no raw picture.
    public func withPicture<Result>(
        _ caps: Caps,
        _ body: (PictureFormat, [UnsafeRawBufferPointer]) -> Result
    ) -> Result? {
        guard let picture = MappedPicture(self, caps: caps) else { return nil }
        return withExtendedLifetime(picture) {
            let planes = picture.format.planes.indices.map { plane in
                UnsafeRawBufferPointer(picture.bytes(ofPlane: plane))
            }
            return body(picture.format, planes)
        }
    }

    /// A copy that shares nothing with this buffer, so that it may be written to.
    ///
    /// The corresponding C function is `gst_buffer_copy_deep`.
    public func copied() -> Buffer? {
        gst_buffer_copy_deep(pointer).map { Buffer(reference: MiniObjectReference(owning: $0)) }
    }
}
