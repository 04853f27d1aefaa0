internal import CameraDevices
internal import Recording

/// The texts of the capturing pipelines, each with a tap at its end.
struct SourceTexts {
    /// The camera's, with the sound of a source that delivers both.
    let camera: String
    /// The microphone's; nil for none and for a camera that brings its own.
    let microphone: String?

    /// Buffers are handed on at once, so the taps neither wait for the clock nor keep anything.
    private static let tap = "sync=false max-buffers=8 enable-last-sample=false qos=false"

    /// - Throws: `CaptureError` with code `.badTemplate`.
    init(_ selection: CaptureSelection) throws(CaptureError) {
        let stages = try SourceStages(selection)
        let video = "\(stages.video) ! appsink name=video-tap \(SourceTexts.tap)"
        let audio = stages.audio.map { "\($0) ! appsink name=audio-tap \(SourceTexts.tap)" }
        camera = stages.isShared ? "\(video)  \(audio ?? "")" : video
        microphone = stages.isShared ? nil : audio
    }
}
