/// A key of metadata within its key space.
public struct AVMetadataKey: RawRepresentable, Hashable, Sendable {
    /// Apple's word for it.
    public let rawValue: String

    /// Makes one from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The title.
    public static let commonKeyTitle = AVMetadataKey(rawValue: "title")
    /// Who made it.
    public static let commonKeyCreator = AVMetadataKey(rawValue: "creator")
    /// What it is about.
    public static let commonKeySubject = AVMetadataKey(rawValue: "subject")
    /// What it shows.
    public static let commonKeyDescription = AVMetadataKey(rawValue: "description")
    /// Who published it.
    public static let commonKeyPublisher = AVMetadataKey(rawValue: "publisher")
    /// Who helped.
    public static let commonKeyContributor = AVMetadataKey(rawValue: "contributor")
    /// When it was recorded.
    public static let commonKeyCreationDate = AVMetadataKey(rawValue: "creationDate")
    /// When it was last changed.
    public static let commonKeyLastModifiedDate = AVMetadataKey(rawValue: "lastModifiedDate")
    /// What kind of work it is.
    public static let commonKeyType = AVMetadataKey(rawValue: "type")
    /// What form it has.
    public static let commonKeyFormat = AVMetadataKey(rawValue: "format")
    /// What it was made from.
    public static let commonKeySource = AVMetadataKey(rawValue: "source")
    /// Its language.
    public static let commonKeyLanguage = AVMetadataKey(rawValue: "language")
    /// What it belongs to.
    public static let commonKeyRelation = AVMetadataKey(rawValue: "relation")
    /// Where it was recorded.
    public static let commonKeyLocation = AVMetadataKey(rawValue: "location")
    /// Who holds the rights.
    public static let commonKeyCopyrights = AVMetadataKey(rawValue: "copyrights")
    /// The album it belongs to.
    public static let commonKeyAlbumName = AVMetadataKey(rawValue: "albumName")
    /// Who wrote it.
    public static let commonKeyAuthor = AVMetadataKey(rawValue: "author")
    /// Who performs.
    public static let commonKeyArtist = AVMetadataKey(rawValue: "artist")
    /// A picture for it.
    public static let commonKeyArtwork = AVMetadataKey(rawValue: "artwork")
    /// Who made the camera.
    public static let commonKeyMake = AVMetadataKey(rawValue: "make")
    /// Which camera it was.
    public static let commonKeyModel = AVMetadataKey(rawValue: "model")
    /// What software recorded it.
    public static let commonKeySoftware = AVMetadataKey(rawValue: "software")

    /// The title.
    public static let quickTimeMetadataKeyTitle = AVMetadataKey(rawValue: "com.apple.quicktime.title")
    /// Who wrote it.
    public static let quickTimeMetadataKeyAuthor = AVMetadataKey(rawValue: "com.apple.quicktime.author")
    /// Who performs.
    public static let quickTimeMetadataKeyArtist = AVMetadataKey(rawValue: "com.apple.quicktime.artist")
    /// A remark.
    public static let quickTimeMetadataKeyComment = AVMetadataKey(rawValue: "com.apple.quicktime.comment")
    /// Who holds the rights.
    public static let quickTimeMetadataKeyCopyright = AVMetadataKey(rawValue: "com.apple.quicktime.copyright")
    /// When it was recorded, in ISO 8601.
    public static let quickTimeMetadataKeyCreationDate = AVMetadataKey(
        rawValue: "com.apple.quicktime.creationdate"
    )
    /// What it shows.
    public static let quickTimeMetadataKeyDescription = AVMetadataKey(
        rawValue: "com.apple.quicktime.description"
    )
    /// A short title.
    public static let quickTimeMetadataKeyDisplayName = AVMetadataKey(
        rawValue: "com.apple.quicktime.displayname"
    )
    /// More about it.
    public static let quickTimeMetadataKeyInformation = AVMetadataKey(
        rawValue: "com.apple.quicktime.information"
    )
    /// Words to find it by.
    public static let quickTimeMetadataKeyKeywords = AVMetadataKey(rawValue: "com.apple.quicktime.keywords")
    /// Who made the camera.
    public static let quickTimeMetadataKeyMake = AVMetadataKey(rawValue: "com.apple.quicktime.make")
    /// Which camera it was.
    public static let quickTimeMetadataKeyModel = AVMetadataKey(rawValue: "com.apple.quicktime.model")
    /// What software recorded it.
    public static let quickTimeMetadataKeySoftware = AVMetadataKey(rawValue: "com.apple.quicktime.software")
    /// Where it was recorded, in ISO 6709.
    public static let quickTimeMetadataKeyLocationISO6709 = AVMetadataKey(
        rawValue: "com.apple.quicktime.location.ISO6709"
    )
}
