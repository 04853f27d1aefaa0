/// How the shake is taken out of the pictures.
public enum VideoStabilization: String, Sendable, CaseIterable {
    /// Not at all.
    case off
    /// With no delay.
    case lowlatency
    /// With a delay of 8 pictures.
    case standard
    /// With a delay of 15 pictures: pans start and end softly.
    case cinematic
    /// As suits the frame rate and the machine: `cinematic` for a recording, `standard` where the pictures are waited
    /// for, less when the machine is too slow, and nothing for a camera that steadies its pictures itself.
    case auto

    /// The share of width and of height that is cut off, to have room for corrections.
    public static let crop = 0.1

    /// Whether pictures of this size, upright or not, can be steadied; raw ones, and those that are decoded.
    public static func supports(width: Int, height: Int) -> Bool {
        160...3840 ~= max(width, height) && 90...2160 ~= min(width, height)
    }

    /// The mode at work in a recording of so many pictures a second; never `auto`.
    ///
    /// A machine that is too slow goes on with less, which the recording's warnings tell.
    public func inRecording(framerate: Double) -> VideoStabilization {
        self == .auto ? framerate < 15 ? .standard : .cinematic : self
    }

    /// The fragment in gst-launch syntax; nil for none.
    ///
    /// Files hold 4:2:0 in the end, so that is what is worked on.
    package var fragment: String? {
        guard self != .off else { return nil }
        return "videoconvert ! video/x-raw, format=(string){ I420, NV12 }"
            + " ! videostab name=stabilizer mode=\(rawValue) crop=\(VideoStabilization.crop)"
    }

    /// The fragment with a short queue behind it, so that the encoder works on one picture and this on the next.
    package var recordingFragment: String? {
        fragment.map { "\($0) ! queue max-size-buffers=2 max-size-bytes=0 max-size-time=0" }
    }
}
