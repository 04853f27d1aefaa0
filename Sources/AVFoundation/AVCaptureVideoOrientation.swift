/// How a camera is held.
public enum AVCaptureVideoOrientation: Int, Sendable {
    /// Upright, the home button at the bottom.
    case portrait = 1
    /// Upright, the home button at the top.
    case portraitUpsideDown = 2
    /// On its side, the home button on the right; how a webcam stands.
    case landscapeRight = 3
    /// On its side, the home button on the left.
    case landscapeLeft = 4
}
