import CameraCapture
import Glibc

/// What the command tells the shell, one number for each class of failure.
enum ExitCode: Int32 {
    case success = 0
    case usage = 64
    case badTemplate = 65
    case noSuchDevice = 66
    case missingElement = 69
    case internalFailure = 70
    case deviceLost = 72
    case cannotCreateFile = 73
    case writeFailed = 74
    case deviceBusy = 75
    case permissionDenied = 77

    init(_ code: CaptureError.Code) {
        switch code {
        case .usage, .unsupportedMode, .ambiguousDevice: self = .usage
        case .badTemplate, .unreadableFile: self = .badTemplate
        case .noSuchDevice: self = .noSuchDevice
        case .missingElement, .noEncoder, .noDisplay: self = .missingElement
        case .deviceLost, .deviceStalled, .noFrames, .nothingRecorded: self = .deviceLost
        case .fileExists, .cannotCreateFile: self = .cannotCreateFile
        case .diskFull, .writeFailed: self = .writeFailed
        case .deviceBusy: self = .deviceBusy
        case .permissionDenied: self = .permissionDenied
        default: self = .internalFailure
        }
    }

    static func exit(_ code: ExitCode) -> Never {
        Console.flush()
        Glibc.exit(code.rawValue)
    }
}
