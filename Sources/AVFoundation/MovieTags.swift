internal import Foundation

/// What files say about themselves, under the names that GStreamer has for it.
enum MovieTags {
    private static let names: [AVMetadataKey: String] = [
        .commonKeyTitle: "title", .commonKeyArtist: "artist", .commonKeyAuthor: "artist",
        .commonKeyCreator: "artist", .commonKeyDescription: "description", .commonKeyCopyrights: "copyright",
        .commonKeySoftware: "application-name", .commonKeyMake: "device-manufacturer",
        .commonKeyModel: "device-model", .commonKeyCreationDate: "datetime",
        .commonKeyPublisher: "publisher", .commonKeySubject: "keywords", .commonKeyAlbumName: "album",
    ]

    /// The tags for items; one that GStreamer has no name for is left out.
    static func tags(for items: [AVMetadataItem]) -> [String: String] {
        var tags: [String: String] = [:]
        for item in items {
            if item.commonKey == .commonKeyLocation || item.identifier == .quickTimeMetadataLocationISO6709 {
                if let place = item.stringValue.flatMap(place) { tags.merge(place) { $1 } }
                continue
            }
            let name =
                item.identifier == .quickTimeMetadataComment
                ? "comment" : item.commonKey.flatMap { names[$0] }
            guard let name else { continue }
            if name == "datetime", let date = item.dateValue {
                tags[name] = ISO8601DateFormatter().string(from: date)
            } else {
                tags[name] = item.stringValue
            }
        }
        return tags
    }

    /// Latitude, longitude and height from ISO 6709, such as `+48.1372+011.5756+519.0/`.
    private static func place(_ text: String) -> [String: String]? {
        var numbers: [Double] = []
        var current = ""
        for character in text.prefix(while: { $0 != "/" }) {
            if "+-".contains(character), !current.isEmpty {
                guard let number = Double(current) else { return nil }
                numbers.append(number)
                current = ""
            }
            current.append(character)
        }
        guard let last = Double(current) else { return nil }
        numbers.append(last)
        guard numbers.count >= 2 else { return nil }
        var tags = [
            "geo-location-latitude": "\(numbers[0])", "geo-location-longitude": "\(numbers[1])",
        ]
        if numbers.count > 2 { tags["geo-location-elevation"] = "\(numbers[2])" }
        return tags
    }
}
