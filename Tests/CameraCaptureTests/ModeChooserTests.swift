import PipelineTemplates
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// A smooth rate comes first, then the size, then the format; a wish is fulfilled exactly or refused.
@Suite struct ModeChooserTests {
    private static let ntsc = Fraction(numerator: 30000, denominator: 1001) ?? Fraction(0)

    private func mode(
        _ width: Int,
        _ height: Int,
        _ rates: [Fraction],
        _ format: String?,
        isRange: Bool = false
    ) -> CaptureMode {
        CaptureMode(
            mediaType: format == nil ? "image/jpeg" : "video/x-raw",
            format: format,
            width: .init(minimum: width, maximum: width),
            height: .init(minimum: height, maximum: height),
            framerates: rates,
            isFramerateRange: isRange
        )
    }

    private func choose(
        _ modes: [CaptureMode],
        width: Int? = nil,
        height: Int? = nil,
        rate: Fraction? = nil,
        current: (width: Int, height: Int)? = nil
    ) throws(CaptureError) -> ChosenMode {
        try ModeChooser.choose(
            from: modes,
            wish: .init(width: width, height: height, framerate: rate),
            currentSize: current,
            device: "Webcam"
        )
    }

    private var webcam: [CaptureMode] {
        [
            mode(1920, 1080, [Fraction(5)], "YUY2"),
            mode(1280, 720, [Fraction(30), Fraction(15)], nil),
            mode(640, 480, [Fraction(30)], "YUY2"),
        ]
    }

    @Test func aSmoothRateComesBeforeTheSize() throws {
        let chosen = try choose(webcam)
        #expect(chosen.mediaType == "image/jpeg")
        #expect(chosen.format == nil)
        #expect(chosen.width == 1280)
        #expect(chosen.height == 720)
        #expect(chosen.framerate == Fraction(30))
        #expect(chosen.origin == webcam[1])
        #expect(
            chosen.reason == "the largest picture up to 1920x1080 that comes at 24 or more a second"
        )
    }

    @Test func aWishedSizeIsTakenEvenWhenItIsSlow() throws {
        let chosen = try choose(webcam, width: 1920, height: 1080)
        #expect(chosen.framerate == Fraction(5))
        #expect(chosen.format == "YUY2")
        #expect(chosen.reason == "asked for")
        #expect(try choose(webcam, rate: Fraction(15)).width == 1280)
        #expect(try choose(webcam, rate: Fraction(5)).width == 1920)
    }

    @Test func aReasonDoesNotPromiseASmoothRateThatIsNotThere() throws {
        let chosen = try choose([webcam[0]])
        #expect(chosen.width == 1920)
        #expect(chosen.framerate == Fraction(5))
        #expect(!chosen.reason.contains("24 or more"))
    }

    @Test func televisionRatesCountAsTheWholeOnes() throws {
        let modes = [mode(720, 480, [ModeChooserTests.ntsc], "UYVY")]
        #expect(try choose(modes).framerate == ModeChooserTests.ntsc)
        #expect(try choose(modes, rate: Fraction(30)).framerate == ModeChooserTests.ntsc)
        let film = try #require(Fraction(numerator: 24000, denominator: 1001))
        let both = [mode(1280, 720, [film], "NV12"), mode(1920, 1080, [Fraction(23)], "NV12")]
        #expect(try choose(both).framerate == film)
        #expect(throws: CaptureError.self) { _ = try choose(modes, rate: Fraction(29)) }
    }

    @Test func ofTwoNearRatesTheWishedOneIsTaken() throws {
        let modes = [mode(1280, 720, [ModeChooserTests.ntsc, Fraction(30)], "NV12")]
        #expect(try choose(modes, rate: Fraction(30)).framerate == Fraction(30))
        let chosen = try choose(modes, rate: ModeChooserTests.ntsc)
        #expect(chosen.framerate == ModeChooserTests.ntsc)
    }

    @Test func whatIsNotOfferedIsRefusedWithWhatIs() {
        let offers = "It offers 1920x1080 at up to 5/1, 1280x720 at up to 30/1, 640x480 at up to 30/1."
        let size = #expect(throws: CaptureError.self) { _ = try choose(webcam, width: 800, height: 600) }
        #expect(size?.code == .unsupportedMode)
        #expect(size?.description == "Webcam does not offer 800x600. \(offers)")
        let rate = #expect(throws: CaptureError.self) { _ = try choose(webcam, rate: Fraction(60)) }
        #expect(rate?.description == "Webcam does not offer 60/1 pictures a second. \(offers)")
        let both = #expect(throws: CaptureError.self) {
            _ = try choose(webcam, width: 1920, height: 1080, rate: Fraction(30))
        }
        #expect(both?.description == "Webcam does not offer 1920x1080 at 30/1 pictures a second. \(offers)")
    }

    @Test func aCameraWithoutAnyModeIsRefused() {
        for modes in [[], [mode(640, 480, [], "NV12")]] {
            let error = #expect(throws: CaptureError.self) { _ = try choose(modes) }
            #expect(error?.code == .unsupportedMode)
            #expect(error?.what == "Webcam offers no format that can be recorded")
        }
    }

    @Test func aCameraThatTakesAnySizeKeepsItsOwn() throws {
        let modes = [
            CaptureMode(
                mediaType: "video/x-raw",
                format: "NV12",
                width: .init(minimum: 162, maximum: 1920, step: 4),
                height: .init(minimum: 120, maximum: 1080, step: 2),
                framerates: [Fraction(1), Fraction(60)],
                isFramerateRange: true
            )
        ]
        let current = try choose(modes, current: (802, 600))
        #expect(current.width == 802)
        #expect(current.height == 600)
        #expect(current.framerate == Fraction(30))
        let usual = try choose(modes)
        #expect(usual.width == 1278)
        #expect(usual.height == 720)
        let huge = try choose(modes, current: (5000, 4000))
        #expect(huge.width == 1918)
        #expect(huge.height == 1080)
        let wished = try choose(modes, width: 166, height: 122, rate: Fraction(60))
        #expect(wished.width == 166)
        #expect(wished.framerate == Fraction(60))
        let between = #expect(throws: CaptureError.self) { _ = try choose(modes, width: 164, height: 122) }
        #expect(
            between?.description
                == "Webcam does not offer 164x122. It offers 162x120 to 1920x1080 at up to 60/1."
        )
        #expect(throws: CaptureError.self) { _ = try choose(modes, rate: Fraction(61)) }
    }

    @Test func theUsualRateIsThirtyOrTheNextLower() throws {
        let rates = [Fraction(120), Fraction(60), Fraction(25), Fraction(10)]
        #expect(try choose([mode(640, 480, rates, "NV12")]).framerate == Fraction(25))
        #expect(try choose([mode(640, 480, [Fraction(90), Fraction(60)], "NV12")]).framerate == Fraction(60))
        let slow = mode(640, 480, [Fraction(1), Fraction(15)], "NV12", isRange: true)
        #expect(try choose([slow]).framerate == Fraction(15))
        #expect(try choose([slow], rate: Fraction(7)).framerate == Fraction(7))
    }

    @Test func formatsThatNeedNoConversionComeFirst() throws {
        let rates = [Fraction(30)]
        let formats = ["RGB", "YVYU", "YUY2", "I420", "NV12"]
        for count in 1...formats.count {
            let modes = formats.prefix(count).map { mode(640, 480, rates, $0) }
            #expect(try choose(modes.reversed()).format == formats[count - 1])
        }
        let coded = [mode(640, 480, rates, nil), mode(640, 480, rates, "YUY2")]
        #expect(try choose(coded).format == "YUY2")
    }

    @Test func moreThanFullHighDefinitionIsForThoseWhoAsk() throws {
        let rates = [Fraction(30)]
        let modes = [mode(3840, 2160, rates, "NV12"), mode(1920, 1080, rates, "NV12")]
        #expect(try choose(modes).width == 1920)
        #expect(try choose(modes, width: 3840, height: 2160).width == 3840)
        let large = [mode(3840, 2160, rates, "NV12"), mode(2560, 1440, rates, "NV12")]
        #expect(try choose(large).width == 2560)
    }
}
