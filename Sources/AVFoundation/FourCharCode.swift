/// Four characters in a number, as QuickTime names kinds of things.
public typealias FourCharCode = UInt32
/// A number for a kind of thing, such as a pixel format.
public typealias OSType = FourCharCode
/// A number for a failure; 0 for none.
public typealias OSStatus = Int32
/// No failure.
public let noErr: OSStatus = 0

extension FourCharCode {
    /// The code of four characters of ASCII.
    init(_ characters: StaticString) {
        self = characters.withUTF8Buffer { $0.reduce(0) { $0 << 8 | FourCharCode($1) } }
    }

    /// The code of a text; nil when it has other than four characters of ASCII.
    init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count == 4, bytes.allSatisfy({ $0 < 128 }) else { return nil }
        self = bytes.reduce(0) { $0 << 8 | FourCharCode($1) }
    }
}
