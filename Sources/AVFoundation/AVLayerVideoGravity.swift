/// How a picture is fitted into a view of another shape.
public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// Apple's word for it.
    public let rawValue: String

    /// Makes one from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The whole picture, with bars where it does not fill the view.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The whole view, with the picture cut where it does not fit.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")
    /// The whole picture in the whole view, distorted.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
}
