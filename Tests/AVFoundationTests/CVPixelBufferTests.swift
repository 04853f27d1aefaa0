import GStreamer
import Testing

@testable import AVFoundation

/// Pictures can be read without a copy, and written without anybody else seeing it.
@Suite struct CVPixelBufferTests {
    init() throws { try Gst.initialize() }

    private func caps(_ format: String, more: String = "") throws -> Caps {
        try Caps(parsing: "video/x-raw, format=\(format), width=4, height=2, framerate=30/1\(more)")
    }

    private func picture(_ format: String, bytes: Int) throws -> (CVPixelBuffer, Buffer) {
        let buffer = try #require(Buffer(bytes: (0..<bytes).map { UInt8($0) }))
        return (try #require(CVPixelBuffer(buffer, caps: caps(format))), buffer)
    }

    private func byte(_ address: UnsafeMutableRawPointer?, _ offset: Int = 0) -> UInt8? {
        address?.load(fromByteOffset: offset, as: UInt8.self)
    }

    @Test func aPlanarPictureHasItsPlanes() throws {
        let (picture, _) = try picture("I420", bytes: 16)
        #expect(CVPixelBufferGetPixelFormatType(picture) == kCVPixelFormatType_420YpCbCr8Planar)
        #expect(CVPixelBufferGetWidth(picture) == 4 && CVPixelBufferGetHeight(picture) == 2)
        #expect(CVPixelBufferIsPlanar(picture) && CVPixelBufferGetPlaneCount(picture) == 3)
        #expect(
            CVPixelBufferGetWidthOfPlane(picture, 1) == 2 && CVPixelBufferGetHeightOfPlane(picture, 1) == 1
        )
        #expect(CVPixelBufferGetBytesPerRowOfPlane(picture, 0) == 4)
        #expect(CVPixelBufferGetBytesPerRowOfPlane(picture, 9) == 0)
        #expect(CVPixelBufferGetDataSize(picture) == 16)
        #expect(CVImageBufferGetDisplaySize(picture) == CGSize(width: 4, height: 2))
        #expect(CVPixelBufferGetBaseAddress(picture) == nil)
        #expect(CVPixelBufferLockBaseAddress(picture, .readOnly) == kCVReturnSuccess)
        let firsts = (0..<3).map { byte(CVPixelBufferGetBaseAddressOfPlane(picture, $0)) }
        #expect(firsts == [0, 8, 12])
        #expect(CVPixelBufferGetBaseAddressOfPlane(picture, 3) == nil)
        #expect(CVPixelBufferUnlockBaseAddress(picture, .readOnly) == kCVReturnSuccess)
        #expect(CVPixelBufferGetBaseAddress(picture) == nil)
        #expect(CVPixelBufferUnlockBaseAddress(picture, .readOnly) == kCVReturnInvalidArgument)
    }

    @Test func aPackedPictureHasNoPlanesAndCountsAsOne() throws {
        let (picture, _) = try picture("BGRA", bytes: 32)
        #expect(!CVPixelBufferIsPlanar(picture) && CVPixelBufferGetPlaneCount(picture) == 0)
        #expect(CVPixelBufferGetBytesPerRow(picture) == 16)
        CVPixelBufferLockBaseAddress(picture, CVPixelBufferLockFlags(rawValue: 1))
        #expect(byte(CVPixelBufferGetBaseAddress(picture), 16) == 16)
        #expect(CVPixelBufferGetBaseAddressOfPlane(picture, 0) == CVPixelBufferGetBaseAddress(picture))
        CVPixelBufferUnlockBaseAddress(picture, CVPixelBufferLockFlags(rawValue: 1))
    }

    @Test func readingCopiesNothing() throws {
        let (picture, buffer) = try picture("BGRA", bytes: 32)
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        let seen = UInt(bitPattern: CVPixelBufferGetBaseAddress(picture))
        #expect(buffer.withBytes { UInt(bitPattern: $0.baseAddress) } == seen)
        CVPixelBufferUnlockBaseAddress(picture, .readOnly)
    }

    @Test func whatIsWrittenStaysAndTouchesNobodyElse() throws {
        let (picture, buffer) = try picture("BGRA", bytes: 32)
        CVPixelBufferLockBaseAddress(picture, [])
        CVPixelBufferGetBaseAddress(picture)?.storeBytes(of: 200, as: UInt8.self)
        CVPixelBufferUnlockBaseAddress(picture, [])
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        #expect(byte(CVPixelBufferGetBaseAddress(picture)) == 200)
        #expect(byte(CVPixelBufferGetBaseAddress(picture), 1) == 1)
        CVPixelBufferUnlockBaseAddress(picture, .readOnly)
        #expect(buffer.withBytes { $0[0] } == 0)
    }

    @Test func locksNestAndPointersForReadingOutliveALockForWriting() throws {
        let (picture, _) = try picture("BGRA", bytes: 32)
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        let reading = CVPixelBufferGetBaseAddress(picture)
        CVPixelBufferLockBaseAddress(picture, [])
        let writing = CVPixelBufferGetBaseAddress(picture)
        #expect(reading != writing)
        writing?.storeBytes(of: 200, as: UInt8.self)
        #expect(byte(reading) == 0)
        CVPixelBufferUnlockBaseAddress(picture, [])
        #expect(byte(CVPixelBufferGetBaseAddress(picture)) == 200)
        CVPixelBufferUnlockBaseAddress(picture, .readOnly)
        #expect(CVPixelBufferGetBaseAddress(picture) == nil)
    }

    @Test(arguments: [
        ("NV12", "", "420v"), ("NV12", ", colorimetry=1:4:0:0", "420f"), ("I420", "", "y420"),
        ("I420", ", colorimetry=1:4:0:0", "f420"), ("YUY2", "", "yuvs"), ("UYVY", "", "2vuy"),
        ("BGRA", "", "BGRA"), ("BGRx", "", "BGRA"), ("RGBA", "", "RGBA"), ("GRAY8", "", "L008"),
        ("YV12", "", "YV12"),
    ])
    func eachFormatHasItsNumber(format: String, more: String, letters: String) throws {
        let buffer = try #require(Buffer(bytes: [UInt8](repeating: 0, count: 64)))
        let picture = try #require(CVPixelBuffer(buffer, caps: caps(format, more: more)))
        #expect(CVPixelBufferGetPixelFormatType(picture) == FourCharCode(text: letters))
    }

    @Test func numbersWithoutLettersAndTheWayBack() throws {
        #expect(PixelFormats.type(ofName: "RGB", isFullRange: true) == 24)
        #expect(PixelFormats.type(ofName: "ARGB", isFullRange: true) == 32)
        for type in [
            kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8BiPlanarFullRange,
        ] {
            #expect(PixelFormats.name(ofType: type) == "NV12")
        }
        #expect(PixelFormats.name(ofType: kCVPixelFormatType_32BGRA) == "BGRA")
        #expect(PixelFormats.name(ofType: 1) == nil)
        #expect(kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange == 0x3432_3076)
    }
}
