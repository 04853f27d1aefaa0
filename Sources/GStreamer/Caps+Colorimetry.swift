internal import CGStreamer

extension Caps {
    /// The colours of these raw pictures with another range, in the text form of the field `colorimetry`; nil when the
    /// caps are no raw pictures.
    ///
    /// Pictures in red, green and blue get the matrix that is usual for their size. The corresponding C function is
    /// `gst_video_colorimetry_to_string`.
    public func colorimetry(isFullRange: Bool) -> String? {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, pointer) != 0 else { return nil }
        info.colorimetry.range =
            isFullRange ? GST_VIDEO_COLOR_RANGE_0_255 : GST_VIDEO_COLOR_RANGE_16_235
        if [GST_VIDEO_COLOR_MATRIX_RGB, GST_VIDEO_COLOR_MATRIX_UNKNOWN].contains(info.colorimetry.matrix) {
            info.colorimetry.matrix =
                info.height >= 720 ? GST_VIDEO_COLOR_MATRIX_BT709 : GST_VIDEO_COLOR_MATRIX_BT601
        }
        guard let text = gst_video_colorimetry_to_string(&info.colorimetry) else { return nil }
        defer { g_free(text) }
        return String(cString: text)
    }
}
