internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Makes a JPEG of one raw picture, with a pipeline that lives for it alone.
enum PhotoEncoder {
    /// - Throws: `CaptureError` with code `.missingElement` or `.encoderFailed`.
    static func encode(
        _ picture: Buffer,
        _ caps: Caps,
        quality: Int,
        isMirrored: Bool
    ) throws(CaptureError) -> Photo {
        let outcome = Mutex<(bytes: [UInt8]?, caps: Caps?, problem: String?)>((nil, nil, nil))
        let done = DispatchSemaphore(value: 0)
        let mirror = isMirrored ? "videoflip video-direction=horiz ! " : ""
        // Between two formats of one matrix videoconvert leaves the range as it is, so the way leads over another.
        let isFullRange = PictureFormat(caps)?.isFullRange ?? true
        let detour = isFullRange ? "" : "video/x-raw, format=BGRx ! videoconvert ! "
        // JFIF pictures are full range with BT.601's matrix; square pixels, since most readers ignore the others.
        let text =
            "appsrc name=in format=time ! videoconvert ! \(detour)\(mirror)videoscale"
            + " ! video/x-raw, format=I420, colorimetry=1:4:0:0, pixel-aspect-ratio=1/1"
            + " ! jpegenc quality=\(min(100, max(1, quality))) ! appsink name=out sync=false"
        let pipeline: Pipeline
        do throws(GStreamerError) {
            pipeline = try Pipeline(parsing: text) { message in
                guard case .error(let report) = message else { return }
                outcome.withLock { $0.problem = report.message }
                done.signal()
            }
            pipeline.child(named: "out").flatMap(AppSink.init)?.setHandlers(
                endOfStream: { done.signal() },
                sample: { buffer, caps in
                    outcome.withLock { $0 = (buffer.withBytes { [UInt8]($0) }, caps, $0.problem) }
                }
            )
            try pipeline.element.setState(.playing)
        } catch {
            throw CaptureError(
                error.code == .noSuchElement ? .missingElement : .encoderFailed,
                "the photo cannot be coded: \(error.message)",
                advice: "Install gstreamer1.0-plugins-good, which has jpegenc"
            )
        }
        defer { try? pipeline.element.setState(.null) }
        guard let source = pipeline.child(named: "in").flatMap(AppSource.init),
            let frame = picture.retimed(presentation: .zero, duration: picture.duration)
        else {
            throw CaptureError(.encoderFailed, "the photo cannot be coded: its picture cannot be read")
        }
        source.setCaps(caps)
        source.push(frame)
        source.endOfStream()
        let inTime = done.wait(timeout: .now() + .seconds(10)) == .success
        let (bytes, coded, problem) = outcome.withLock { $0 }
        guard let bytes, !bytes.isEmpty, let structure = coded?.structures.first,
            case .integer(let width)? = structure["width"], case .integer(let height)? = structure["height"]
        else {
            let reason = problem ?? (inTime ? "the encoder gave nothing" : "the encoder did not answer")
            throw CaptureError(.encoderFailed, "the photo cannot be coded: \(reason)")
        }
        return Photo(
            jpeg: bytes,
            width: Int(width),
            height: Int(height),
            time: picture.presentation ?? .zero
        )
    }
}
