import CameraCapture
import Foundation
import Testing

@testable import gstcam

/// Every error of the engine has its exit code, as the documentation promises.
@Suite struct ExitCodeTests {
    private static let numbers: [(name: String, code: CaptureError.Code, number: Int32)] = [
        ("usage", .usage, 64),
        ("unsupportedMode", .unsupportedMode, 64),
        ("ambiguousDevice", .ambiguousDevice, 64),
        ("badTemplate", .badTemplate, 65),
        ("unreadableFile", .unreadableFile, 65),
        ("noSuchDevice", .noSuchDevice, 66),
        ("missingElement", .missingElement, 69),
        ("noEncoder", .noEncoder, 69),
        ("noDisplay", .noDisplay, 69),
        ("windowClosed", .windowClosed, 70),
        ("encoderFailed", .encoderFailed, 70),
        ("stopTimedOut", .stopTimedOut, 70),
        ("unplayable", .unplayable, 70),
        ("internalFailure", .internalFailure, 70),
        ("notRunning", .notRunning, 70),
        ("deviceLost", .deviceLost, 72),
        ("deviceStalled", .deviceStalled, 72),
        ("noFrames", .noFrames, 72),
        ("nothingRecorded", .nothingRecorded, 72),
        ("fileExists", .fileExists, 73),
        ("cannotCreateFile", .cannotCreateFile, 73),
        ("diskFull", .diskFull, 74),
        ("writeFailed", .writeFailed, 74),
        ("deviceBusy", .deviceBusy, 75),
        ("permissionDenied", .permissionDenied, 77),
    ]

    @Test func everyErrorHasItsNumber() {
        for (name, code, number) in ExitCodeTests.numbers {
            #expect(ExitCode(code).rawValue == number, "\(name)")
        }
        #expect(ExitCode.success.rawValue == 0)
    }

    @Test func noErrorIsForgottenHere() throws {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/Recording/CaptureError.swift")
        let text = try String(contentsOf: source, encoding: .utf8)
        let names = text.matches(of: /static let (\w+) = Code\(/).map { String($0.1) }
        #expect(names.sorted() == ExitCodeTests.numbers.map(\.name).sorted())
    }

    @Test func anErrorOfTheEngineKeepsItsWords() {
        let error = CommandError(
            CaptureError(.deviceBusy, "it is busy", advice: "Wait", detail: "VIDIOC_STREAMON: EBUSY")
        )
        #expect(error.exitCode == .deviceBusy)
        #expect(error.description == "it is busy. Wait.")
        #expect(error.detail == "VIDIOC_STREAMON: EBUSY")
        #expect(CommandError(CaptureError(.usage, "no")).description == "no.")
    }

    @Test func aQuestionEndsWithItsOwnMark() {
        #expect(CommandError.usage("what", "Did you mean it?").description == "what. Did you mean it?")
        #expect(CommandError.usage("what", "Do it").description == "what. Do it.")
    }
}
