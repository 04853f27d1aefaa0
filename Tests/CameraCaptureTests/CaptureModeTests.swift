import GStreamer
import PipelineTemplates
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// The modes of a camera are read from what its element offers.
@Suite struct CaptureModeTests {
    init() throws { try Gst.initialize() }

    private func modes(_ text: String) throws -> [CaptureMode] {
        CaptureMode.modes(in: try Caps(parsing: text).structures)
    }

    private func fixed(_ value: Int) -> CaptureMode.Extent { .init(minimum: value, maximum: value) }

    @Test func aFixedModeIsReadAsItIs() throws {
        let found = try modes("image/jpeg, width=1280, height=720, framerate=30000/1001")
        #expect(
            found == [
                CaptureMode(
                    mediaType: "image/jpeg",
                    format: nil,
                    width: fixed(1280),
                    height: fixed(720),
                    framerates: [try #require(Fraction(numerator: 30000, denominator: 1001))]
                )
            ]
        )
    }

    @Test func listsOfFormatsAndRatesAreSpreadOut() throws {
        let found = try modes(
            "video/x-raw, format={YUY2, NV12}, width=640, height=480, framerate={15/1, 30/1, 5/1}"
        )
        #expect(found.map(\.format) == ["YUY2", "NV12"])
        for mode in found {
            #expect(mode.mediaType == "video/x-raw")
            #expect(mode.framerates == [Fraction(30), Fraction(15), Fraction(5)])
            #expect(!mode.isFramerateRange)
        }
    }

    @Test func rangesKeepTheirEndsAndSteps() throws {
        let found = try modes(
            "video/x-raw, format=YUY2, width=[32, 1920, 16], height=[32, 1080], framerate=[1/1, 60/1]"
        )
        let mode = try #require(found.first)
        #expect(found.count == 1)
        #expect(mode.width == .init(minimum: 32, maximum: 1920, step: 16))
        #expect(mode.height == .init(minimum: 32, maximum: 1080))
        #expect(mode.framerates == [Fraction(60), Fraction(1)])
        #expect(mode.isFramerateRange)
        #expect(mode.framerate(near: Fraction(59)) == Fraction(59))
        #expect(mode.framerate(near: Fraction(61)) == nil)
        #expect(mode.width.contains(48))
        #expect(!mode.width.contains(40))
        #expect(!mode.width.contains(1936))
        #expect(!mode.width.isFixed)
    }

    @Test func halfPicturesAreLeftOut() throws {
        let found = try modes(
            """
            video/x-raw, format=YUY2, width=720, height=576, framerate=25/1, interlace-mode=alternate; \
            video/x-raw, format=YUY2, width=720, height=576, framerate=25/1, interlace-mode=interleaved
            """
        )
        #expect(found.count == 1)
        #expect(found.first?.height == fixed(576))
    }

    @Test func equalModesAreListedOnce() throws {
        let one = "video/x-raw, format=NV12, width=640, height=480, framerate=30/1, colorimetry="
        #expect(try modes("\(one)bt709; \(one)bt601").count == 1)
    }

    @Test func whatHasNoSizeIsNoMode() throws {
        #expect(try modes("video/x-raw, format=NV12") == [])
        #expect(try modes("audio/x-raw, rate=48000") == [])
        #expect(try modes("video/x-raw, width=640, height=480").first?.framerates == [])
    }

    @Test func nearMeansWithinOnePercent() throws {
        let ntsc = try #require(Fraction(numerator: 30000, denominator: 1001))
        #expect(ntsc.isNear(Fraction(30)))
        #expect(!Fraction(29).isNear(Fraction(30)))
        #expect(!Fraction(24).isNear(Fraction(25)))
    }
}
