import AVFoundation
import Testing

/// Metadata is put together by identifier or by key, and read as text, number or date.
@Suite struct AVMetadataItemTests {
    @Test func anIdentifierSetsKeyAndKeySpace() {
        let item = AVMutableMetadataItem()
        item.identifier = .commonIdentifierTitle
        item.value = "Harbour" as NSString
        #expect(item.identifier?.rawValue == "comn/title")
        #expect(item.keySpace == .common && item.key as? NSString == "title")
        #expect(item.commonKey == .commonKeyTitle && item.stringValue == "Harbour")
    }

    @Test func aKeyAndItsSpaceMakeTheIdentifier() {
        let item = AVMutableMetadataItem()
        item.key = NSString(
            string: AVMetadataKey.quickTimeMetadataKeySoftware.rawValue
        )
        #expect(item.identifier == nil)
        item.keySpace = .quickTimeMetadata
        #expect(item.identifier == .quickTimeMetadataSoftware)
        #expect(item.identifier?.rawValue == "mdta/com.apple.quicktime.software")
        #expect(item.commonKey == .commonKeySoftware)
        item.keySpace = nil
        #expect(item.identifier == nil)
    }

    @Test func valuesAreReadAsWhatTheyAre() {
        let item = AVMutableMetadataItem()
        item.value = NSNumber(value: 42)
        #expect(item.numberValue == 42 && item.stringValue == "42" && item.dateValue == nil)
        let date = Date(timeIntervalSince1970: 1_700_000_000)
        item.value = NSDate(timeIntervalSince1970: 1_700_000_000)
        #expect(item.dateValue == date && item.stringValue == "2023-11-14T22:13:20Z")
        item.value = NSString(string: "2023-11-14T22:13:20Z")
        #expect(item.dateValue == date && item.numberValue == nil)
        item.value = NSData(data: Data([1, 2]))
        #expect(item.dataValue == Data([1, 2]) && item.stringValue == nil)
    }

    @Test func copiesAreIndependent() throws {
        let item = AVMutableMetadataItem()
        item.identifier = .quickTimeMetadataMake
        item.value = NSString(string: "Maker")
        let copy = try #require(item.copy() as? AVMetadataItem)
        let mutable = try #require(copy.mutableCopy() as? AVMutableMetadataItem)
        item.value = NSString(string: "Other")
        #expect(copy.stringValue == "Maker" && mutable.stringValue == "Maker")
        #expect(!(copy is AVMutableMetadataItem) && copy.time == .invalid)
    }

    @Test func itemsAreFoundByWhatTheyMean() {
        let title = AVMutableMetadataItem()
        title.identifier = .quickTimeMetadataTitle
        let make = AVMutableMetadataItem()
        make.identifier = .commonIdentifierMake
        func found(_ identifier: AVMetadataIdentifier) -> [AVMetadataItem] {
            AVMetadataItem.metadataItems(from: [title, make], filteredByIdentifier: identifier)
        }
        #expect(found(.commonIdentifierTitle) == [title] && found(.quickTimeMetadataTitle) == [title])
        #expect(found(.commonIdentifierMake) == [make] && found(.commonIdentifierArtist).isEmpty)
    }
}
