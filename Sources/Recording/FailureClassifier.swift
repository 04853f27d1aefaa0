public import GStreamer
internal import Glibc

/// Turns an element's error into a situation with advice.
public enum FailureClassifier {
    /// GstResourceError's numbers that mean something here.
    private enum Resource {
        static let notFound = 3
        static let busy = 4
        static let openRead = 5
        static let openWrite = 6
        static let openReadWrite = 7
        static let read = 9
        static let write = 10
        static let noSpace = 14
        static let notAuthorized = 15
    }

    /// An error in the pipeline that writes.
    static func recording(_ report: BusMessage.ElementReport, path: String) -> (EndReason, CaptureError) {
        let detail = "\(report.element): \(report.message) (\(report.debug))"
        if report.domain == .resource {
            switch report.code {
            case Resource.noSpace:
                return (
                    .diskFull,
                    CaptureError(
                        .diskFull,
                        "the disk is full; what fitted is saved in \(path)",
                        advice: "Free some space, or record to another disk",
                        detail: detail
                    )
                )
            case Resource.openWrite, Resource.openReadWrite, Resource.notFound:
                return (
                    .writeFailed,
                    CaptureError(
                        .cannotCreateFile,
                        "\(path) cannot be opened for writing",
                        advice: "Check that its directory is still there and can be written to",
                        detail: detail
                    )
                )
            case Resource.write:
                return (
                    .writeFailed,
                    CaptureError(
                        .writeFailed,
                        "writing to \(path) failed",
                        advice: "Check the disk; run gstcam recover on the file if it does not play",
                        detail: detail
                    )
                )
            default: break
            }
        }
        return (
            .failed,
            CaptureError(
                .encoderFailed,
                "\(report.element) failed while recording: \(report.message)",
                advice: "Try another encoder with --video-codec, and see --verbose for details",
                detail: detail
            )
        )
    }

    /// A disk that took what was written and does not have it.
    /// - Parameters:
    ///   - number: The system's error.
    ///   - path: The file.
    /// - Returns: Why the recording ends, and what to tell.
    static func lost(_ number: Int32, path: String) -> (EndReason, CaptureError) {
        let isFull = number == ENOSPC || number == EDQUOT
        let error = CaptureError(
            isFull ? .diskFull : .writeFailed,
            "the disk lost a part of what was written to \(path): \(String(cString: strerror(number)))",
            advice:
                "Check the disk and its free space, and run gstcam recover on the file if it does not play"
        )
        return (isFull ? .diskFull : .writeFailed, error)
    }

    /// An error in a pipeline that captures, from the device of this name.
    public static func capture(_ report: BusMessage.ElementReport, device: String) -> CaptureError {
        let detail = "\(report.element): \(report.message) (\(report.debug))"
        guard report.domain == .resource else {
            return CaptureError(
                .deviceLost,
                "\(device) stopped: \(report.message)",
                advice: "Check that it is still connected and offers the chosen mode (gstcam devices)",
                detail: detail
            )
        }
        switch report.code {
        case Resource.busy:
            return CaptureError(
                .deviceBusy,
                "\(device) is used by another program",
                advice: "Close that program, then try again",
                detail: detail
            )
        case Resource.notAuthorized:
            return CaptureError(
                .permissionDenied,
                "you may not open \(device)",
                advice: "Add yourself to the group video (cameras) or audio (microphones) and log in again",
                detail: detail
            )
        case Resource.noSpace:
            return CaptureError(
                .unsupportedMode,
                "the USB bus has no bandwidth left for \(device) in this mode",
                advice: "Choose a smaller size or a compressed format, or another USB port",
                detail: detail
            )
        case Resource.notFound, Resource.openRead, Resource.openReadWrite:
            return CaptureError(
                .noSuchDevice,
                "\(device) cannot be opened",
                advice: "See gstcam devices for what is there",
                detail: detail
            )
        default:
            return CaptureError(
                .deviceLost,
                "\(device) went away or failed: \(report.message)",
                advice: "Check its cable, then start again",
                detail: detail
            )
        }
    }
}
