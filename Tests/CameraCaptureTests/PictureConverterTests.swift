import GStreamer
import Testing

@testable import CameraCapture

/// Converting pictures one by one.
@Suite struct PictureConverterTests {
    private let caps: Caps
    /// A picture of 8 by 2: brightness 16 in the left half, 235 in the right, without colour.
    private let picture: Buffer

    init() throws {
        try Gst.initialize()
        caps = try Caps(
            parsing: "video/x-raw, format=I420, width=8, height=2, framerate=30/1, colorimetry=bt601"
        )
        let rows: [UInt8] = [16, 16, 16, 16, 235, 235, 235, 235]
        let colours = [UInt8](repeating: 128, count: 8)
        picture = try #require(
            Buffer(bytes: rows + rows + colours, presentation: .seconds(7), duration: .milliseconds(33))
        )
    }

    private func convert(_ change: (inout PictureConverter.Target) -> Void) throws -> (
        PictureFormat, [UInt8], Buffer
    ) {
        var target = PictureConverter.Target()
        change(&target)
        #expect(!target.isMet(by: caps))
        let result = try PictureConverter(from: caps, to: target).convert(picture)
        #expect(target.isMirrored || target.isMet(by: result.caps))
        let format = try #require(PictureFormat(result.caps, of: result.buffer))
        return (format, try #require(result.buffer.withPicture(result.caps) { Array($1[0]) }), result.buffer)
    }

    @Test func theFormatChangesAndTheTimesStay() throws {
        let (format, bytes, buffer) = try convert { $0.format = "BGRA" }
        #expect((format.name, format.width, format.height) == ("BGRA", 8, 2))
        #expect(bytes.prefix(4) == [0, 0, 0, 255])
        #expect(bytes[28..<32].allSatisfy { $0 >= 252 })
        #expect(buffer.presentation == .seconds(7))
        #expect(buffer.duration == .milliseconds(33))
    }

    @Test func theRangeChanges() throws {
        let (format, bytes, _) = try convert { target in
            target.format = "NV12"
            target.isFullRange = true
        }
        #expect((format.name, format.isFullRange) == ("NV12", true))
        #expect(bytes[0] == 0 && bytes[7] >= 252)
    }

    @Test func theSizeChangesWithoutBars() throws {
        let (format, bytes, _) = try convert { target in
            target.format = "GRAY8"
            (target.width, target.height) = (16, 16)
        }
        #expect((format.width, format.height) == (16, 16))
        #expect(bytes[0] <= 18 && bytes[15] >= 233)
        #expect(bytes[15 * format.planes[0].stride + 15] >= 233)
    }

    @Test func leftAndRightChangePlaces() throws {
        let (format, bytes, _) = try convert { $0.isMirrored = true }
        #expect(format.name == "I420")
        #expect(bytes[0] == 235 && bytes[7] == 16)
    }

    @Test func whatIsSoAlreadyNeedsNoConverter() throws {
        var target = PictureConverter.Target()
        #expect(target.isMet(by: caps))
        (target.format, target.isFullRange, target.width, target.height) = ("I420", false, 8, 2)
        #expect(target.isMet(by: caps))
        target.isMirrored = true
        #expect(!target.isMet(by: caps))
        // What is coded is left as it is.
        #expect(target.isMet(by: try Caps(parsing: "image/jpeg, width=8, height=2")))
    }

    @Test func oneConverterTakesManyPictures() throws {
        var target = PictureConverter.Target()
        target.format = "RGB"
        let converter = try PictureConverter(from: caps, to: target)
        for second in 0..<50 {
            let time = ClockTime.seconds(Double(second))
            let next = try #require(picture.retimed(presentation: time, duration: nil))
            #expect(try converter.convert(next).buffer.presentation == time)
        }
    }

    @Test func whatCannotBeConvertedIsSaid() throws {
        var target = PictureConverter.Target()
        target.format = "NOSUCHFORMAT"
        let refused = #expect(throws: CaptureError.self) {
            try PictureConverter(from: caps, to: target).convert(picture)
        }
        #expect(refused?.code == .unsupportedMode)
        let coded = try Caps(parsing: "image/jpeg, width=8, height=2")
        #expect(throws: CaptureError.self) { try PictureConverter(from: coded, to: target) }
    }
}
