/// How a picture's samples lie in memory.
///
/// The names are GStreamer's in lower case. All of them have eight bits per sample.
public enum PixelFormat: String, Sendable, CaseIterable {
    /// Three planes: luma, and both chroma planes at half width and half height.
    case i420
    /// Two planes: luma, and chroma pairs at half width and half height.
    case nv12
    /// One plane of groups of four bytes, Y U Y V, for two pixels each.
    case yuy2
    /// One plane of luma.
    case gray8

    /// By how much chroma is smaller than luma, across and down; nil without chroma.
    var chromaSubsampling: (across: Int, down: Int)? {
        switch self {
        case .i420, .nv12: (2, 2)
        case .yuy2: (2, 1)
        case .gray8: nil
        }
    }
}
