public import Foundation

/// One piece of metadata of a file: what it says, and under which key.
///
/// Any thread may read it.
open class AVMetadataItem: NSObject, NSCopying, NSMutableCopying {
    var fields = Fields()

    struct Fields {
        var identifier: AVMetadataIdentifier?
        var key: (any NSCopying & NSObjectProtocol)?
        var keySpace: AVMetadataKeySpace?
        var value: (any NSCopying & NSObjectProtocol)?
        var languageTag: String?
        var locale: Locale?
        var dataType: String?
        var time = CMTime.invalid
        var duration = CMTime.invalid
    }

    /// An item that says nothing.
    public override init() { super.init() }

    /// A copy that cannot be changed.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = AVMetadataItem()
        copy.fields = fields
        return copy
    }

    /// A copy that can be changed.
    open func mutableCopy(with zone: NSZone? = nil) -> Any {
        let copy = AVMutableMetadataItem()
        copy.fields = fields
        return copy
    }

    /// Key space and key together.
    public var identifier: AVMetadataIdentifier? { fields.identifier }
    /// The key within its key space.
    public var key: (any NSCopying & NSObjectProtocol)? { fields.key }
    /// The family of the key.
    public var keySpace: AVMetadataKeySpace? { fields.keySpace }
    /// What the item says.
    public var value: (any NSCopying & NSObjectProtocol)? { fields.value }
    /// The language of the value, as BCP 47 names it.
    public var extendedLanguageTag: String? { fields.languageTag }
    /// The locale of the value.
    public var locale: Locale? { fields.locale }
    /// The type of the value, as a uniform type identifier.
    public var dataType: String? { fields.dataType }
    /// When the item applies; invalid for the whole file.
    public var time: CMTime { fields.time }
    /// How long the item applies; invalid for the whole file.
    public var duration: CMTime { fields.duration }

    /// The common key that means the same; nil when there is none.
    public var commonKey: AVMetadataKey? { identifier?.commonKey }

    /// The value as text: a text itself, a number, or a date in ISO 8601.
    public var stringValue: String? {
        switch fields.value {
        case let text as NSString: String(describing: text)
        case let number as NSNumber: number.stringValue
        case let date as NSDate: ISO8601DateFormatter().string(from: date as Date)
        default: nil
        }
    }

    /// The value as a number: a number itself, or a text that is one.
    public var numberValue: NSNumber? {
        if let number = fields.value as? NSNumber { return number }
        return (fields.value as? NSString).flatMap { Double(String(describing: $0)) }.map {
            NSNumber(value: $0)
        }
    }

    /// The value as a date: a date itself, or a text in ISO 8601.
    public var dateValue: Date? {
        if let date = fields.value as? NSDate { return date as Date }
        return (fields.value as? NSString).flatMap {
            ISO8601DateFormatter().date(from: String(describing: $0))
        }
    }

    /// The value as bytes.
    public var dataValue: Data? { (fields.value as? NSData).map { Data(referencing: $0) } }

    /// The identifier of a key in a key space; nil when the key is no text.
    open class func identifier(forKey key: Any, keySpace: AVMetadataKeySpace) -> AVMetadataIdentifier? {
        let text =
            (key as? String) ?? (key as? AVMetadataKey)?.rawValue ?? (key as? NSString).map(String.init)
        return text.map { AVMetadataIdentifier(keySpace, AVMetadataKey(rawValue: $0)) }
    }

    /// The items with an identifier.
    open class func metadataItems(
        from metadataItems: [AVMetadataItem],
        filteredByIdentifier identifier: AVMetadataIdentifier
    ) -> [AVMetadataItem] {
        metadataItems.filter { item in
            item.identifier == identifier
                || identifier.keySpace == .common && item.commonKey == identifier.key
        }
    }
}

extension AVMetadataIdentifier {
    /// The common key that means the same; nil when there is none.
    var commonKey: AVMetadataKey? {
        switch keySpace {
        case .common: key
        case .quickTimeMetadata: AVMetadataIdentifier.commonKeys[self]
        default: nil
        }
    }

    private static let commonKeys: [AVMetadataIdentifier: AVMetadataKey] = [
        .quickTimeMetadataTitle: .commonKeyTitle,
        .quickTimeMetadataAuthor: .commonKeyAuthor,
        .quickTimeMetadataArtist: .commonKeyArtist,
        .quickTimeMetadataCopyright: .commonKeyCopyrights,
        .quickTimeMetadataCreationDate: .commonKeyCreationDate,
        .quickTimeMetadataDescription: .commonKeyDescription,
        .quickTimeMetadataMake: .commonKeyMake,
        .quickTimeMetadataModel: .commonKeyModel,
        .quickTimeMetadataSoftware: .commonKeySoftware,
        .quickTimeMetadataLocationISO6709: .commonKeyLocation,
    ]
}
