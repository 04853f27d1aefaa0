public import Foundation

/// A piece of metadata that can be put together.
///
/// One thread at a time.
open class AVMutableMetadataItem: AVMetadataItem {
    /// Key space and key together; setting it sets both.
    public override var identifier: AVMetadataIdentifier? {
        get { fields.identifier }
        set {
            fields.identifier = newValue
            fields.keySpace = newValue?.keySpace
            fields.key = newValue?.key.map { NSString(string: $0.rawValue) }
        }
    }

    /// The key within its key space; with both the identifier is known.
    public override var key: (any NSCopying & NSObjectProtocol)? {
        get { fields.key }
        set {
            fields.key = newValue
            combine()
        }
    }

    /// The family of the key; with both the identifier is known.
    public override var keySpace: AVMetadataKeySpace? {
        get { fields.keySpace }
        set {
            fields.keySpace = newValue
            combine()
        }
    }

    /// What the item says: a text, a number, a date or bytes.
    public override var value: (any NSCopying & NSObjectProtocol)? {
        get { fields.value }
        set { fields.value = newValue }
    }

    /// The language of the value, as BCP 47 names it.
    public override var extendedLanguageTag: String? {
        get { fields.languageTag }
        set { fields.languageTag = newValue }
    }

    /// The locale of the value.
    public override var locale: Locale? {
        get { fields.locale }
        set { fields.locale = newValue }
    }

    /// The type of the value, as a uniform type identifier.
    public override var dataType: String? {
        get { fields.dataType }
        set { fields.dataType = newValue }
    }

    /// When the item applies; invalid for the whole file.
    public override var time: CMTime {
        get { fields.time }
        set { fields.time = newValue }
    }

    /// How long the item applies; invalid for the whole file.
    public override var duration: CMTime {
        get { fields.duration }
        set { fields.duration = newValue }
    }

    private func combine() {
        guard let key = fields.key, let keySpace = fields.keySpace else {
            fields.identifier = nil
            return
        }
        fields.identifier = AVMetadataItem.identifier(forKey: key, keySpace: keySpace)
    }
}
