import GStreamer
import Testing

/// Buffers by value.
struct BufferTests {
    init() throws { try Gst.initialize() }

    private func bytes(of buffer: Buffer?) -> [UInt8]? { buffer?.withBytes { [UInt8]($0) } ?? nil }

    private func sample() throws -> Buffer {
        try #require(
            Buffer(bytes: [10, 11, 12, 13, 14], presentation: .milliseconds(40), duration: .milliseconds(20))
        )
    }

    @Test func aBufferHoldsItsBytesAndTimes() throws {
        let buffer = try sample()
        #expect(bytes(of: buffer) == [10, 11, 12, 13, 14])
        #expect(buffer.size == 5)
        #expect(buffer.presentation == .milliseconds(40))
        #expect(buffer.duration == .milliseconds(20))
        #expect(buffer.offset == nil)
        #expect(buffer.isSyncPoint)
    }

    @Test func timesThatNobodyGaveAreAbsent() throws {
        let buffer = try #require(Buffer(bytes: [1]))
        #expect(buffer.presentation == nil)
        #expect(buffer.duration == nil)
    }

    @Test func anEmptyBufferIsABuffer() throws {
        let buffer = try #require(Buffer(bytes: [], presentation: .zero))
        #expect(buffer.size == 0)
        #expect(bytes(of: buffer) == [])
    }

    @Test func retimingKeepsTheContentAndTheOriginal() throws {
        let buffer = try sample()
        let other = try #require(buffer.retimed(presentation: .seconds(2), duration: nil))
        #expect(other.presentation == .seconds(2))
        #expect(other.duration == nil)
        #expect(bytes(of: other) == [10, 11, 12, 13, 14])
        #expect(buffer.presentation == .milliseconds(40))
        #expect(buffer.duration == .milliseconds(20))
    }

    @Test func aPartIsTheBytesAskedFor() throws {
        let buffer = try sample()
        let part = buffer.part(offset: 1, size: 3, presentation: .milliseconds(1), duration: .milliseconds(2))
        #expect(bytes(of: part) == [11, 12, 13])
        #expect(part?.presentation == .milliseconds(1))
        #expect(part?.duration == .milliseconds(2))
        let partOfPart = part?.part(offset: 2, size: 1, presentation: .zero, duration: nil)
        #expect(bytes(of: partOfPart) == [13])
        #expect(bytes(of: buffer) == [10, 11, 12, 13, 14])
    }

    @Test(arguments: [(0, 100, 5), (3, 100, 2), (5, 1, 0), (0, 0, 0), (4, Int.max, 1)])
    func aPartIsCutToWhatThereIs(offset: Int, size: Int, expected: Int) throws {
        let part = try sample().part(offset: offset, size: size, presentation: .zero, duration: nil)
        #expect(part?.size == expected)
        #expect(bytes(of: part)?.count == expected)
    }

    @Test(arguments: [(-1, 2), (0, -1), (6, 1), (Int.max, 1)])
    func aPartOutsideTheContentIsNone(offset: Int, size: Int) throws {
        #expect(try sample().part(offset: offset, size: size, presentation: .zero, duration: nil) == nil)
    }

    @Test func aPartOutlivesItsWhole() throws {
        var part: Buffer?
        do {
            let whole = try #require(Buffer(bytes: [UInt8](repeating: 7, count: 100_000)))
            part = whole.part(offset: 99_990, size: 10, presentation: .zero, duration: nil)
        }
        #expect(bytes(of: part) == [UInt8](repeating: 7, count: 10))
    }

    @Test func aTimeBeforeZeroBecomesZero() throws {
        #expect(try sample().retimed(presentation: .milliseconds(-5), duration: nil)?.presentation == .zero)
    }
}
