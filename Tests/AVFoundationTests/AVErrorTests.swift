import AVFoundation
import Testing

/// Errors behave in every way that Apple's do.
@Suite struct AVErrorTests {
    private func fail() throws {
        throw AVError(
            .diskFull,
            userInfo: [
                NSLocalizedDescriptionKey: "the disk is full",
                AVErrorRecordingSuccessfullyFinishedKey: true,
                AVErrorFileSizeKey: NSNumber(value: Int64(1) << 40),
            ]
        )
    }

    @Test func itIsCaughtByItsCode() {
        do {
            try fail()
            Issue.record("nothing was thrown")
        } catch AVError.diskFull {
            // This is the one.
        } catch {
            Issue.record("\(error)")
        }
        do {
            try fail()
        } catch AVError.unknown, AVError.maximumDurationReached {
            Issue.record("another code was caught")
        } catch {}
    }

    @Test func itIsAnNSError() throws {
        do {
            try fail()
        } catch let error as NSError {
            #expect(error.domain == "AVFoundationErrorDomain")
            #expect(error.code == -11807)
            #expect(error.localizedDescription == "the disk is full")
            #expect(error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool == true)
            #expect((error.userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? NSNumber)?.boolValue == true)
            return
        }
    }

    @Test func theUsualQuestionForThePlayableFileIsAnswered() {
        let failed: (any Error)? = AVError(
            .maximumDurationReached,
            userInfo: [AVErrorRecordingSuccessfullyFinishedKey: true]
        )
        let ended: (any Error)? = nil
        for error in [failed, ended] {
            let key = AVErrorRecordingSuccessfullyFinishedKey
            #expect((error as NSError?)?.userInfo[key] as? Bool ?? (error == nil))
        }
        let lost: (any Error)? = AVError(.noDataCaptured)
        #expect((lost as NSError?)?.userInfo[AVErrorRecordingSuccessfullyFinishedKey] == nil)
    }

    @Test func itIsFoundBehindAnyError() throws {
        let error: any Error = AVError(.deviceNotConnected)
        let found = try #require(error as? AVError)
        #expect(found.code == .deviceNotConnected)
        #expect(found.errorCode == -11814)
        #expect(AVError.errorDomain == AVFoundationErrorDomain)
        switch found.code {
        case .deviceNotConnected: break
        default: Issue.record("\(found.code)")
        }
    }

    @Test func anNSErrorOfItsDomainBecomesIt() throws {
        let made = NSError(
            domain: AVFoundationErrorDomain,
            code: -11823,
            userInfo: [NSLocalizedDescriptionKey: "it exists"]
        )
        let error: any Error = made
        #expect((error as? AVError)?.code == .fileAlreadyExists)
        #expect((error as? AVError)?.localizedDescription == "it exists")
        #expect(made as? AVError != nil)
        let other: any Error = NSError(domain: NSPOSIXErrorDomain, code: -11823)
        #expect(other as? AVError == nil)
    }

    @Test func aNumberThatIsNoneOfApplesIsUnknown() throws {
        let error: any Error = NSError(domain: AVFoundationErrorDomain, code: -99)
        let found = try #require(error as? AVError)
        #expect(found.code == .unknown)
        #expect(found.errorCode == -99)
    }

    @Test func itCanBeKeptInASet() {
        let errors: Set<AVError> = [AVError(.diskFull), AVError(.diskFull), AVError(.unknown)]
        #expect(errors.count == 2)
        #expect(AVError(.diskFull) == AVError(.diskFull))
        #expect(AVError(.diskFull) != AVError(.unknown))
    }

    @Test func whatUserInfoHoldsHasNames() throws {
        let device = try #require(AVCaptureDevice(uniqueID: "test"))
        let error = AVError(
            .deviceWasDisconnected,
            userInfo: [
                AVErrorDeviceKey: device, AVErrorTimeKey: CMTime(value: 3, timescale: 2),
                AVErrorFileSizeKey: NSNumber(value: Int64(1) << 40), AVErrorPIDKey: 17,
                AVErrorRecordingSuccessfullyFinishedKey: NSNumber(value: false),
                AVErrorMediaTypeKey: "vide", AVErrorFileTypeKey: "public.mpeg-4",
                AVErrorPresentationTimeStampKey: CMTime.zero,
            ]
        )
        #expect(error.device === device)
        #expect(error.time == CMTime(value: 3, timescale: 2))
        #expect(error.fileSize == 1 << 40)
        #expect(error.processID == 17)
        #expect(error.recordingSuccessfullyFinished == false)
        #expect(error.mediaType == .video)
        #expect(error.fileType == .mp4)
        #expect(error.presentationTimeStamp == .zero)
        #expect(AVError(.unknown).recordingSuccessfullyFinished == nil)
    }

    @Test func theNumbersAreApples() {
        let numbers: [(AVError.Code, Int)] = [
            (.unknown, -11800), (.outOfMemory, -11801), (.sessionNotRunning, -11803),
            (.deviceAlreadyUsedByAnotherSession, -11804), (.noDataCaptured, -11805),
            (.sessionConfigurationChanged, -11806), (.diskFull, -11807), (.deviceWasDisconnected, -11808),
            (.mediaChanged, -11809), (.maximumDurationReached, -11810), (.maximumFileSizeReached, -11811),
            (.mediaDiscontinuity, -11812), (.maximumNumberOfSamplesForFileFormatReached, -11813),
            (.deviceNotConnected, -11814), (.deviceInUseByAnotherApplication, -11815),
            (.deviceLockedForConfigurationByAnotherProcess, -11817), (.sessionWasInterrupted, -11818),
            (.mediaServicesWereReset, -11819), (.fileAlreadyExists, -11823), (.decoderNotFound, -11833),
            (.encoderNotFound, -11834), (.applicationIsNotAuthorized, -11836),
            (.encoderTemporarilyUnavailable, -11840), (.invalidOutputURLPathExtension, -11843),
            (.operationInterrupted, -11847), (.applicationIsNotAuthorizedToUseDevice, -11852),
            (.recordingAlreadyInProgress, -11859), (.unsupportedOutputSettings, -11861),
            (.operationNotSupportedForPreset, -11871), (.encodeFailed, -11883),
        ]
        for (code, number) in numbers { #expect(code.rawValue == number) }
    }
}
