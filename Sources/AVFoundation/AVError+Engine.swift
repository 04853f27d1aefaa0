internal import CameraCapture
internal import Foundation
internal import GStreamer
internal import Glibc

extension AVError {
    /// The engine's error under Apple's code.
    /// - Parameters:
    ///   - error: What the engine says.
    ///   - device: The device that it is about.
    ///   - file: The file that it is about.
    ///   - more: What is added to `userInfo`.
    init(
        _ error: CaptureError,
        device: AVCaptureDevice? = nil,
        file: URL? = nil,
        adding more: [String: Any] = [:]
    ) {
        var code = AVError.codes[error.code] ?? .unknown
        var info: [String: Any] = [NSLocalizedDescriptionKey: error.what]
        if !error.advice.isEmpty { info[NSLocalizedRecoverySuggestionErrorKey] = error.advice }
        if !error.detail.isEmpty { info[GstCamErrorDebugKey] = error.detail }
        info[AVErrorDeviceKey] = device
        info[NSURLErrorKey] = file
        if error.code == .cannotCreateFile, let file, let number = AVError.refusal(ofDirectoryOf: file) {
            info[NSUnderlyingErrorKey] = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
            if [EACCES, EPERM, EROFS].contains(number) { code = .applicationIsNotAuthorized }
        }
        self.init(code, userInfo: info.merging(more) { $1 })
    }

    /// What a finished file's delegate is told; nil when the file ended as it was asked to and is sound.
    ///
    /// - Parameters:
    ///   - report: What the engine says about the file.
    ///   - device: The camera.
    ///   - ending: What the file ended for, when the engine was only asked to stop.
    init?(_ report: FileReport, device: AVCaptureDevice? = nil, instead ending: Code? = nil) {
        let isAsked = [.stopped, .segment].contains(report.reason)
        let error = report.error ?? (report.isPlayable ? nil : AVError.unplayable(report.path))
        guard error != nil || !isAsked || ending != nil else { return nil }
        var info: [String: Any] = [
            AVErrorTimeKey: CMTime(report.duration),
            AVErrorFileSizeKey: NSNumber(value: report.bytes),
        ]
        // Apple leaves the key out when there is no file.
        if error?.code != .nothingRecorded {
            info[AVErrorRecordingSuccessfullyFinishedKey] = report.isPlayable
        }
        let cause = AVError.ending(report.reason, of: report.path, error: error)
        var (code, involved): (Code?, AVCaptureDevice?) = (nil, nil)
        if error?.code != .nothingRecorded, let (ending, isOfDevice) = AVError.endings[report.reason] {
            (code, involved) = (ending, isOfDevice ? device : nil)
        }
        let mapped = AVError(
            cause,
            device: involved,
            file: URL(fileURLWithPath: report.path),
            adding: info
        )
        if error == nil, isAsked { code = ending }
        self = code.map { AVError($0, userInfo: mapped.userInfo) } ?? mapped
    }

    private static let codes: [CaptureError.Code: Code] = [
        .usage: .incorrectlyConfigured,
        .badTemplate: .incorrectlyConfigured,
        .unreadableFile: .fileFailedToParse,
        .noSuchDevice: .deviceNotConnected,
        .ambiguousDevice: .deviceNotConnected,
        .deviceBusy: .deviceInUseByAnotherApplication,
        .permissionDenied: .applicationIsNotAuthorizedToUseDevice,
        .deviceLost: .deviceWasDisconnected,
        .deviceStalled: .mediaDiscontinuity,
        .noFrames: .noDataCaptured,
        .unsupportedMode: .unsupportedDeviceActiveFormat,
        .missingElement: .decoderNotFound,
        .noEncoder: .encoderNotFound,
        .fileExists: .fileAlreadyExists,
        .diskFull: .diskFull,
        .encoderFailed: .encodeFailed,
        .nothingRecorded: .noDataCaptured,
        .stopTimedOut: .operationInterrupted,
        .notRunning: .sessionNotRunning,
        .noDisplay: .displayWasDisabled,
        .windowClosed: .operationCancelled,
    ]

    /// Ends that have a code of their own, and whether the device is to blame.
    private static let endings: [EndReason: (code: Code, isOfDevice: Bool)] = [
        .duration: (.maximumDurationReached, false),
        .size: (.maximumFileSizeReached, false),
        .diskFull: (.diskFull, false),
        .deviceLost: (.deviceWasDisconnected, true),
        .deviceStalled: (.mediaDiscontinuity, true),
        .sourceEnded: (.deviceWasDisconnected, true),
    ]

    /// The engine tells a limit by its reason alone; people need a sentence.
    private static func ending(_ reason: EndReason, of path: String, error: CaptureError?) -> CaptureError {
        if let error { return error }
        switch reason {
        case .duration: return CaptureError(.usage, "\(path) has reached its longest duration")
        case .size: return CaptureError(.usage, "\(path) has reached its largest size")
        case .diskFull:
            return CaptureError(
                .diskFull,
                "the disk is full; what fitted is saved in \(path)",
                advice: "Free some space, or record to another disk"
            )
        case .stopped:
            return CaptureError(
                .usage,
                "the session was changed while it recorded \(path); what came before is saved"
            )
        case .sourceEnded: return CaptureError(.deviceLost, "the source of \(path) came to its end")
        case .deviceLost: return CaptureError(.deviceLost, "the camera went away while it recorded \(path)")
        case .deviceStalled:
            return CaptureError(.deviceStalled, "the camera stopped delivering while it recorded \(path)")
        default: return CaptureError(.internalFailure, "the recording of \(path) failed")
        }
    }

    private static func unplayable(_ path: String) -> CaptureError {
        CaptureError(.unplayable, "\(path) is not sound", advice: "Keep it and run gstcam recover on it")
    }

    /// Why no file can be made beside this one; nil when one can.
    private static func refusal(ofDirectoryOf file: URL) -> Int32? {
        access(file.deletingLastPathComponent().path, W_OK | X_OK) == 0 ? nil : errno
    }
}
