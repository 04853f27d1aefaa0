internal import GStreamer
internal import PipelineTemplates
internal import Recording

/// A video file as a camera.
enum FileCamera {
    /// - Throws: `CaptureError` with code `.unreadableFile` when the file cannot be played.
    static func device(path: String) throws(CaptureError) -> CaptureDevice {
        let found: Discoverer.Result
        do throws(GStreamerError) {
            guard let resolved = Directory.resolve(path) else {
                throw GStreamerError(.discovery, "there is no such file")
            }
            found = try Discoverer.examine(path: resolved, timeout: .milliseconds(10_000))
        } catch {
            throw CaptureError(
                .unreadableFile,
                "\(path) cannot be played: \(error.message)",
                advice: "Give a video file that GStreamer can decode"
            )
        }
        guard let video = found.video.first,
            case .integer(let width)? = video["width"], case .integer(let height)? = video["height"]
        else {
            throw CaptureError(.unreadableFile, "\(path) holds no pictures", advice: "Give a video file")
        }
        var framerate = Fraction(30)
        if case .fraction(let numerator, let denominator)? = video["framerate"], numerator > 0,
            let rate = Fraction(numerator: numerator, denominator: denominator)
        {
            framerate = rate
        }
        return CaptureDevice(
            id: "file:\(path)",
            name: path.split(separator: "/").last.map(String.init) ?? path,
            kind: .camera,
            api: .file,
            address: Directory.resolve(path) ?? path,
            driver: "file",
            modes: [
                CaptureMode(
                    mediaType: "video/x-raw",
                    format: "I420",
                    width: .init(minimum: Int(width), maximum: Int(width)),
                    height: .init(minimum: Int(height), maximum: Int(height)),
                    framerates: [framerate]
                )
            ],
            // The file's own sound is recorded with it.
            channels: found.audio.isEmpty ? 0 : 2
        )
    }
}
