/// A family of metadata keys.
public struct AVMetadataKeySpace: RawRepresentable, Hashable, Sendable {
    /// Apple's word for it.
    public let rawValue: String

    /// Makes one from its word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Keys that all kinds of files have.
    public static let common = AVMetadataKeySpace(rawValue: "comn")
    /// QuickTime's metadata keys.
    public static let quickTimeMetadata = AVMetadataKeySpace(rawValue: "mdta")
    /// QuickTime's older user data.
    public static let quickTimeUserData = AVMetadataKeySpace(rawValue: "udta")
    /// iTunes' keys.
    public static let iTunes = AVMetadataKeySpace(rawValue: "itsk")
}

/// A key of metadata together with its key space.
public struct AVMetadataIdentifier: RawRepresentable, Hashable, Sendable {
    /// Key space and key, with a slash between them.
    public let rawValue: String

    /// Makes one from its text.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Makes one from its two parts.
    init(_ keySpace: AVMetadataKeySpace, _ key: AVMetadataKey) {
        rawValue = "\(keySpace.rawValue)/\(key.rawValue)"
    }

    /// The part before the slash; nil without one.
    var keySpace: AVMetadataKeySpace? {
        rawValue.firstIndex(of: "/").map { AVMetadataKeySpace(rawValue: String(rawValue[..<$0])) }
    }

    /// The part after the slash; nil without one.
    var key: AVMetadataKey? {
        rawValue.firstIndex(of: "/").map {
            AVMetadataKey(rawValue: String(rawValue[rawValue.index(after: $0)...]))
        }
    }

    /// The title.
    public static let commonIdentifierTitle = AVMetadataIdentifier(.common, .commonKeyTitle)
    /// Who made it.
    public static let commonIdentifierCreator = AVMetadataIdentifier(.common, .commonKeyCreator)
    /// What it is about.
    public static let commonIdentifierSubject = AVMetadataIdentifier(.common, .commonKeySubject)
    /// What it shows.
    public static let commonIdentifierDescription = AVMetadataIdentifier(.common, .commonKeyDescription)
    /// Who published it.
    public static let commonIdentifierPublisher = AVMetadataIdentifier(.common, .commonKeyPublisher)
    /// Who helped.
    public static let commonIdentifierContributor = AVMetadataIdentifier(.common, .commonKeyContributor)
    /// When it was recorded.
    public static let commonIdentifierCreationDate = AVMetadataIdentifier(.common, .commonKeyCreationDate)
    /// When it was last changed.
    public static let commonIdentifierLastModifiedDate = AVMetadataIdentifier(
        .common,
        .commonKeyLastModifiedDate
    )
    /// What kind of work it is.
    public static let commonIdentifierType = AVMetadataIdentifier(.common, .commonKeyType)
    /// What form it has.
    public static let commonIdentifierFormat = AVMetadataIdentifier(.common, .commonKeyFormat)
    /// What it was made from.
    public static let commonIdentifierSource = AVMetadataIdentifier(.common, .commonKeySource)
    /// Its language.
    public static let commonIdentifierLanguage = AVMetadataIdentifier(.common, .commonKeyLanguage)
    /// What it belongs to.
    public static let commonIdentifierRelation = AVMetadataIdentifier(.common, .commonKeyRelation)
    /// Where it was recorded.
    public static let commonIdentifierLocation = AVMetadataIdentifier(.common, .commonKeyLocation)
    /// Who holds the rights.
    public static let commonIdentifierCopyrights = AVMetadataIdentifier(.common, .commonKeyCopyrights)
    /// The album it belongs to.
    public static let commonIdentifierAlbumName = AVMetadataIdentifier(.common, .commonKeyAlbumName)
    /// Who wrote it.
    public static let commonIdentifierAuthor = AVMetadataIdentifier(.common, .commonKeyAuthor)
    /// Who performs.
    public static let commonIdentifierArtist = AVMetadataIdentifier(.common, .commonKeyArtist)
    /// A picture for it.
    public static let commonIdentifierArtwork = AVMetadataIdentifier(.common, .commonKeyArtwork)
    /// Who made the camera.
    public static let commonIdentifierMake = AVMetadataIdentifier(.common, .commonKeyMake)
    /// Which camera it was.
    public static let commonIdentifierModel = AVMetadataIdentifier(.common, .commonKeyModel)
    /// What software recorded it.
    public static let commonIdentifierSoftware = AVMetadataIdentifier(.common, .commonKeySoftware)

    /// The title.
    public static let quickTimeMetadataTitle = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyTitle
    )
    /// Who wrote it.
    public static let quickTimeMetadataAuthor = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyAuthor
    )
    /// Who performs.
    public static let quickTimeMetadataArtist = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyArtist
    )
    /// A remark.
    public static let quickTimeMetadataComment = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyComment
    )
    /// Who holds the rights.
    public static let quickTimeMetadataCopyright = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyCopyright
    )
    /// When it was recorded, in ISO 8601.
    public static let quickTimeMetadataCreationDate = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyCreationDate
    )
    /// What it shows.
    public static let quickTimeMetadataDescription = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyDescription
    )
    /// A short title.
    public static let quickTimeMetadataDisplayName = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyDisplayName
    )
    /// More about it.
    public static let quickTimeMetadataInformation = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyInformation
    )
    /// Words to find it by.
    public static let quickTimeMetadataKeywords = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyKeywords
    )
    /// Who made the camera.
    public static let quickTimeMetadataMake = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyMake
    )
    /// Which camera it was.
    public static let quickTimeMetadataModel = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyModel
    )
    /// What software recorded it.
    public static let quickTimeMetadataSoftware = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeySoftware
    )
    /// Where it was recorded, in ISO 6709.
    public static let quickTimeMetadataLocationISO6709 = AVMetadataIdentifier(
        .quickTimeMetadata,
        .quickTimeMetadataKeyLocationISO6709
    )
}
