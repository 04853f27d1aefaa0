import Testing

@testable import GStreamer

/// Raw pictures are laid out as their caps and their buffers say.
@Suite struct PictureTests {
    init() throws { try Gst.initialize() }

    private func caps(_ format: String, _ width: Int = 6, _ height: Int = 4, more: String = "") throws -> Caps
    {
        try Caps(
            parsing: "video/x-raw, format=\(format), width=\(width), height=\(height), framerate=30/1\(more)"
        )
    }

    @Test func theLayoutIsThatOfTheCaps() throws {
        let packed = try #require(PictureFormat(try caps("BGRA")))
        #expect(packed.name == "BGRA" && packed.width == 6 && packed.height == 4 && packed.isFullRange)
        #expect(packed.planes == [.init(width: 6, height: 4, stride: 24)])
        let planar = try #require(PictureFormat(try caps("I420")))
        #expect(planar.planes.map(\.width) == [6, 3, 3] && planar.planes.map(\.height) == [4, 2, 2])
        #expect(planar.planes.map(\.stride) == [8, 4, 4] && !planar.isFullRange)
        let half = try #require(PictureFormat(try caps("NV12")))
        #expect(half.planes.map(\.width) == [6, 3] && half.planes.map(\.stride) == [8, 8])
    }

    @Test func theRangeOfValuesIsThatOfTheColours() throws {
        let full = try caps("NV12", more: ", colorimetry=1:4:0:0")
        #expect(PictureFormat(full)?.isFullRange == true)
        #expect(PictureFormat(try caps("NV12", more: ", colorimetry=bt709"))?.isFullRange == false)
    }

    @Test(arguments: ["image/jpeg, width=8, height=8", "audio/x-raw, format=S16LE, rate=48000, channels=2"])
    func otherMediaIsNoPicture(text: String) throws {
        #expect(PictureFormat(try Caps(parsing: text)) == nil)
        let buffer = try #require(Buffer(bytes: [1, 2, 3, 4]))
        #expect(MappedPicture(buffer, caps: try Caps(parsing: text)) == nil)
    }

    @Test func aPictureShowsTheBytesOfItsBuffer() throws {
        // I420 of 6x4 has rows of 8 and 4 bytes: 32 + 8 + 8.
        let buffer = try #require(Buffer(bytes: (0..<48).map { UInt8($0) }))
        let rows = buffer.withPicture(try caps("I420")) { format, planes in
            zip(format.planes, planes).map { plane, bytes in
                (0..<plane.height).map { bytes[$0 * plane.stride] }
            }
        }
        #expect(rows == [[0, 8, 16, 24], [32, 36], [40, 44]])
        #expect(buffer.withPicture(try caps("I420")) { _, planes in planes.map(\.count) } == [32, 8, 8])
    }

    @Test func aBufferThatIsTooShortIsNoPicture() throws {
        let buffer = try #require(Buffer(bytes: [UInt8](repeating: 0, count: 47)))
        #expect(MappedPicture(buffer, caps: try caps("I420")) == nil)
    }

    @Test func aCopySharesNothing() throws {
        let buffer = try #require(
            Buffer(bytes: [UInt8](repeating: 1, count: 96), presentation: .milliseconds(7))
        )
        let copy = try #require(buffer.copied())
        #expect(copy.presentation == .milliseconds(7))
        let picture = try #require(MappedPicture(copy, caps: try caps("BGRA"), writable: true))
        picture.bytes(ofPlane: 0)[0] = 9
        #expect(picture.bytes(ofPlane: 0)[0] == 9)
        #expect(buffer.withBytes { $0[0] } == 1)
        #expect(picture.address(ofPlane: 1) == nil && picture.bytes(ofPlane: 1).isEmpty)
    }

    @Test func bytesStayOpenAsLongAsTheirObject() throws {
        let buffer = try #require(Buffer(bytes: [5, 6, 7]))
        let mapped = try #require(MappedBytes(buffer))
        #expect([UInt8](mapped.bytes) == [5, 6, 7])
        let empty = try #require(Buffer(bytes: []))
        #expect(MappedBytes(empty)?.bytes.count ?? 0 == 0)
    }
}
