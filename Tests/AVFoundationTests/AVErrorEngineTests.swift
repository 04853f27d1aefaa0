import CameraCapture
import Foundation
import GStreamer
import Testing

@testable import AVFoundation
@testable import Recording

/// What the engine says is told in Apple's words, and nothing of it is lost.
@Suite struct AVErrorEngineTests {
    private func report(
        _ reason: EndReason,
        isPlayable: Bool = true,
        error: CaptureError? = nil
    ) -> FileReport {
        FileReport(
            path: "/nowhere/a.mp4",
            duration: .milliseconds(1500),
            bytes: 4711,
            frames: 45,
            losses: [Loss(cause: .encoder, start: .zero, frames: 0, duration: .zero)],
            hasAudio: true,
            reason: reason,
            isPlayable: isPlayable,
            error: error
        )
    }

    @Test func theSentencesAreKept() {
        let error = AVError(
            CaptureError(.deviceBusy, "Cam is used", advice: "Close it", detail: "v4l2src0: busy")
        )
        #expect(error.code == .deviceInUseByAnotherApplication)
        #expect(error.localizedDescription == "Cam is used")
        #expect((error as NSError).localizedRecoverySuggestion == "Close it")
        #expect(error.userInfo[GstCamErrorDebugKey] as? String == "v4l2src0: busy")
        #expect(AVError(CaptureError(.usage, "x")).userInfo[GstCamErrorDebugKey] == nil)
    }

    @Test(arguments: [
        (CaptureError.Code.permissionDenied, -11852), (.noSuchDevice, -11814), (.deviceLost, -11808),
        (.noEncoder, -11834), (.missingElement, -11833), (.fileExists, -11823), (.diskFull, -11807),
        (.nothingRecorded, -11805), (.notRunning, -11803), (.encoderFailed, -11883),
        (.internalFailure, -11800), (.writeFailed, -11800), (.unsupportedMode, -11873),
    ])
    func eachSituationHasItsNumber(code: CaptureError.Code, number: Int) {
        #expect(AVError(CaptureError(code, "x")).errorCode == number)
    }

    @Test(arguments: [EndReason.stopped, .segment])
    func anEndThatWasAskedForIsNoError(reason: EndReason) {
        #expect(AVError(report(reason)) == nil)
    }

    @Test(arguments: [
        (EndReason.duration, AVError.Code.maximumDurationReached), (.size, .maximumFileSizeReached),
        (.diskFull, .diskFull), (.deviceLost, .deviceWasDisconnected),
        (.deviceStalled, .mediaDiscontinuity), (.sourceEnded, .deviceWasDisconnected),
        (.writeFailed, .unknown), (.failed, .unknown),
    ])
    func anyOtherEndSaysThatTheFilePlays(reason: EndReason, code: AVError.Code) throws {
        let device = try #require(AVCaptureDevice(uniqueID: "test"))
        let error = try #require(AVError(report(reason), device: device))
        #expect(error.code == code)
        #expect(error.recordingSuccessfullyFinished == true)
        #expect(error.time == CMTime(value: 3, timescale: 2))
        #expect(error.fileSize == 4711)
        #expect(!error.localizedDescription.isEmpty)
        #expect(error.userInfo[NSURLErrorKey] as? URL == URL(fileURLWithPath: "/nowhere/a.mp4"))
        let isOfDevice = [.deviceLost, .deviceStalled, .sourceEnded].contains(reason)
        #expect((error.device === device) == isOfDevice)
    }

    @Test func nothingRecordedLeavesThePlayableKeyOut() throws {
        let nothing = CaptureError(.nothingRecorded, "nothing was recorded")
        for reason in [EndReason.stopped, .duration, .deviceLost] {
            let error = try #require(AVError(report(reason, isPlayable: false, error: nothing)))
            #expect(error.code == .noDataCaptured)
            #expect(error.recordingSuccessfullyFinished == nil)
        }
    }

    @Test func aFileThatDoesNotPlaySaysSo() throws {
        let error = try #require(AVError(report(.stopped, isPlayable: false)))
        #expect(error.code == .unknown)
        #expect(error.recordingSuccessfullyFinished == false)
        #expect((error as NSError).localizedRecoverySuggestion?.contains("gstcam recover") == true)
    }

    @Test func aDirectoryThatCannotBeWrittenToIsTold() throws {
        let missing = URL(fileURLWithPath: "/no/such/directory/a.mov")
        let error = AVError(CaptureError(.cannotCreateFile, "it cannot be made"), file: missing)
        #expect(error.code == .unknown)
        let cause = try #require(error.userInfo[NSUnderlyingErrorKey] as? NSError)
        #expect(cause.domain == NSPOSIXErrorDomain)
        #expect(cause.code == Int(ENOENT))
        let readOnly = URL(fileURLWithPath: "/proc/a.mov")
        let refused = AVError(CaptureError(.cannotCreateFile, "it cannot be made"), file: readOnly)
        let reason = refused.userInfo[NSUnderlyingErrorKey] as? NSError
        // Whoever is root may write to /proc as far as access() knows.
        #expect((refused.code == .applicationIsNotAuthorized) == (reason?.code == Int(EACCES)))
    }
}
