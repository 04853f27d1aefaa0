internal import CameraCapture
internal import Foundation
internal import Synchronization

/// Takes photos, as JPEG and in the size of the camera's pictures; recordings are not disturbed.
///
/// Any thread may use it.
public final class AVCapturePhotoOutput: AVCaptureOutput {
    struct Preparation {
        var maxPhotoDimensions = CMVideoDimensions()
        var maxPhotoQualityPrioritization = QualityPrioritization.balanced
        var isHighResolutionCaptureEnabled = false
    }

    /// A photo that was asked for.
    private struct Request: Sendable {
        let delegate: Shared<any AVCapturePhotoCaptureDelegate>
        let settings: AVCaptureResolvedPhotoSettings
    }

    let preparation = Mutex(Preparation())
    private let callbacks = DispatchQueue(label: "com.AVCapturePhotoOutput.delegate")

    /// The quality when nobody says, from 1 to 100.
    private static let usualQuality = 90

    /// Makes an output without a session.
    public override init() { super.init() }

    override var mediaTypes: [AVMediaType] { [.video] }

    /// Takes the next picture of the camera as a photo; returns at once.
    ///
    /// What stands in the way is told by the delegate's `didFinishProcessingPhoto` and `didFinishCaptureFor`.
    /// - Parameters:
    ///   - settings: How; an object that was not used before.
    ///   - delegate: Hears of this photo; held until its end.
    public func capturePhoto(
        with settings: AVCapturePhotoSettings,
        delegate: any AVCapturePhotoCaptureDelegate
    ) {
        let engine = session?.state.withLock { $0.engine }
        let connection = activeConnection(with: .video)
        if let refusal = refusal(of: settings, engine, connection) {
            let nothing = AVCaptureResolvedPhotoSettings(
                uniqueID: settings.uniqueID,
                photoDimensions: CMVideoDimensions()
            )
            return finish(Request(delegate: Shared(delegate), settings: nothing), nil, error: refusal)
        }
        guard let engine else { return }
        let mode = engine.session.selection.mode
        let request = Request(
            delegate: Shared(delegate),
            settings: AVCaptureResolvedPhotoSettings(
                uniqueID: settings.uniqueID,
                photoDimensions: CMVideoDimensions(
                    width: Int32(clamping: mode.width),
                    height: Int32(clamping: mode.height)
                )
            )
        )
        tell(request) { $0.photoOutput($1, willBeginCaptureFor: request.settings) }
        tell(request) { $0.photoOutput($1, willCapturePhotoFor: request.settings) }
        let quality = settings.quality ?? AVCapturePhotoOutput.usualQuality
        let isMirrored = connection?.isVideoMirrored ?? false
        let output = Shared(self)
        Task {
            do throws(CaptureError) {
                let photo = try await engine.session.capturePhoto(quality: quality, isMirrored: isMirrored)
                output.value.finish(request, photo, error: nil)
            } catch {
                let camera = output.value.session?.device(for: .video)
                output.value.finish(request, nil, error: AVError(error, device: camera))
            }
        }
    }

    private func refusal(
        of settings: AVCapturePhotoSettings,
        _ engine: RunningEngine?,
        _ connection: AVCaptureConnection?
    ) -> AVError? {
        guard settings.use() else {
            return AVError(
                CaptureError(
                    .usage,
                    "the settings of photo \(settings.uniqueID) were used before",
                    advice: "Make new settings for each photo, with init(from:) for example"
                )
            )
        }
        guard settings.codec == .jpeg, settings.format?[kCVPixelBufferPixelFormatTypeKey] == nil else {
            let what = "photos are JPEG, and something else was asked for"
            return AVError(
                .unsupportedOutputSettings,
                userInfo: [
                    NSLocalizedDescriptionKey: what,
                    NSLocalizedRecoverySuggestionErrorKey: "Look at availablePhotoCodecTypes",
                ]
            )
        }
        guard session?.isRunning ?? false else {
            let what = "the session does not run, so no photo was taken"
            return AVError(CaptureError(.notRunning, what, advice: "Call startRunning first"))
        }
        guard engine != nil, connection != nil else {
            let what = "no picture reaches the output, so no photo was taken"
            let advice = "Add a camera to the session, and enable its connection"
            return AVError(CaptureError(.notRunning, what, advice: advice))
        }
        return nil
    }

    private func finish(_ request: Request, _ photo: Photo?, error: AVError?) {
        let settings =
            photo.map { photo in
                AVCaptureResolvedPhotoSettings(
                    uniqueID: request.settings.uniqueID,
                    photoDimensions: CMVideoDimensions(
                        width: Int32(clamping: photo.width),
                        height: Int32(clamping: photo.height)
                    )
                )
            } ?? request.settings
        let told: (any Error)? = error
        if photo != nil { tell(request) { $0.photoOutput($1, didCapturePhotoFor: settings) } }
        let result = AVCapturePhoto(photo, settings)
        tell(request) { $0.photoOutput($1, didFinishProcessingPhoto: result, error: told) }
        tell(request) { $0.photoOutput($1, didFinishCaptureFor: settings, error: told) }
    }

    private typealias Call = @Sendable (any AVCapturePhotoCaptureDelegate, AVCapturePhotoOutput) -> Void

    private func tell(_ request: Request, _ call: @escaping Call) {
        let output = Shared(self)
        callbacks.async { call(request.delegate.value, output.value) }
    }
}
