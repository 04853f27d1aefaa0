/// A box inside bytes that were read already: its type, and where it and its content lie.
struct Box {
    let type: String
    /// The whole box with its header.
    let range: Range<Int>
    /// What is inside.
    let content: Range<Int>

    /// The boxes in a stretch of bytes; stops at the first that does not fit.
    static func children(of bytes: [UInt8], in range: Range<Int>) -> [Box] {
        var boxes: [Box] = []
        var position = range.lowerBound
        while position < range.upperBound {
            var reader = ByteReader(bytes, position..<range.upperBound)
            guard let small = reader.u32(), let type = reader.code() else { break }
            var size = UInt64(small)
            if small == 1 {
                guard let large = reader.u64() else { break }
                size = large
            } else if small == 0 {
                size = UInt64(range.upperBound - position)
            }
            guard let length = Int(exactly: size), length >= reader.position - position,
                length <= range.upperBound - position
            else { break }
            boxes.append(
                Box(
                    type: type,
                    range: position..<position + length,
                    content: reader.position..<position + length
                )
            )
            position += length
        }
        return boxes
    }
}

extension [Box] {
    func first(_ type: String) -> Box? { first { $0.type == type } }

    /// The box below a path of types, first match at each step.
    func descend(_ path: String..., bytes: [UInt8]) -> Box? {
        var level = self
        var found: Box?
        for type in path {
            guard let box = level.first(type) else { return nil }
            found = box
            level = Box.children(of: bytes, in: box.content)
        }
        return found
    }
}
