internal import Dispatch
public import GStreamer
internal import Synchronization

/// Turns pictures into another pixel format or size, or mirrors them, with a small pipeline of its own.
///
/// One picture goes through at a time, and `convert` waits for it: never call it on a streaming thread.
public final class PictureConverter: Sendable {
    /// What pictures are turned into.
    public struct Target: Sendable, Hashable {
        /// GStreamer's name of the pixel format; nil for the one that comes.
        public var format: String?
        /// Whether black is 0 and white 255; nil for what is usual for the format.
        public var isFullRange: Bool?
        /// Width in pixels; nil for the one that comes.
        ///
        /// A picture is distorted where the shape is another.
        public var width: Int?
        /// Height in pixels; nil for the one that comes.
        public var height: Int?
        /// Whether left and right change places.
        public var isMirrored = false

        /// Changes nothing.
        public init() {}

        /// Whether pictures are so already; coded ones are left as they are.
        public func isMet(by caps: Caps) -> Bool {
            guard let picture = PictureFormat(caps) else { return true }
            return !isMirrored && (format ?? picture.name) == picture.name
                && (isFullRange ?? picture.isFullRange) == picture.isFullRange
                && (width ?? picture.width) == picture.width && (height ?? picture.height) == picture.height
        }
    }

    private final class Outcome: Sendable {
        let arrived = DispatchSemaphore(value: 0)
        let picture = Mutex<Result<(Buffer, Caps), CaptureError>?>(nil)

        func take(_ result: Result<(Buffer, Caps), CaptureError>) {
            picture.withLock { $0 = result }
            arrived.signal()
        }
    }

    /// What comes.
    public let source: Caps
    /// What goes.
    public let target: Target
    private let pipeline: Pipeline
    private let entrance: AppSource
    private let outcome = Outcome()
    private let turn = Mutex(())

    /// How long one picture may take on a machine whose cores are all taken.
    private static let longest = DispatchTimeInterval.seconds(5)

    /// Makes a converter for raw pictures of one format.
    /// - Throws: `CaptureError` with code `.missingElement` or `.unsupportedMode`.
    public init(from source: Caps, to target: Target) throws(CaptureError) {
        self.source = source
        self.target = target
        guard let picture = PictureFormat(source) else {
            throw CaptureError(.unsupportedMode, "only raw pictures can be converted, not \(source)")
        }
        var caps = "video/x-raw, format=\(target.format ?? picture.name)"
        if let width = target.width { caps += ", width=\(width)" }
        if let height = target.height { caps += ", height=\(height)" }
        if let isFullRange = target.isFullRange, let colours = source.colorimetry(isFullRange: isFullRange) {
            caps += ", colorimetry=\(colours)"
        }
        // Between two formats of one matrix videoconvert leaves the range as it is, so the way leads over another.
        let changesRange = (target.isFullRange ?? picture.isFullRange) != picture.isFullRange
        let detour = changesRange ? "video/x-raw, format=BGRx ! videoconvert ! " : ""
        let mirror = target.isMirrored ? "videoflip video-direction=horiz ! videoconvert ! " : ""
        let text =
            "appsrc name=in format=time ! videoscale add-borders=false ! videoconvert ! \(detour)\(mirror)\(caps)"
            + " ! appsink name=out sync=false async=false enable-last-sample=false qos=false"
        let outcome = outcome
        do throws(GStreamerError) {
            pipeline = try Pipeline(parsing: text) { message in
                guard case .error(let report) = message else { return }
                outcome.take(.failure(PictureConverter.failure(report.message, detail: report.debug)))
            }
            guard let entrance = pipeline.child(named: "in").flatMap(AppSource.init),
                let exit = pipeline.child(named: "out").flatMap(AppSink.init)
            else { throw GStreamerError(.parse, "its ends are missing") }
            self.entrance = entrance
            exit.setHandlers(endOfStream: {}, sample: { outcome.take(.success(($0, $1))) })
            entrance.setCaps(source)
            try pipeline.element.setState(.playing)
        } catch {
            throw CaptureError(
                error.code == .noSuchElement ? .missingElement : .unsupportedMode,
                "pictures cannot be converted: \(error.message)",
                advice: "Install gstreamer1.0-plugins-base and gstreamer1.0-plugins-good",
                detail: text
            )
        }
    }

    /// Converts one picture, with its times; the thread waits.
    ///
    /// After a failure the converter is of no more use.
    /// - Throws: `CaptureError` with code `.unsupportedMode`.
    public func convert(_ picture: Buffer) throws(CaptureError) -> (buffer: Buffer, caps: Caps) {
        try turn.withLock { _ throws(CaptureError) in
            entrance.push(picture)
            guard outcome.arrived.wait(timeout: .now() + PictureConverter.longest) == .success,
                let result = outcome.picture.withLock({ $0.take() })
            else { throw PictureConverter.failure("nothing came out in time", detail: "") }
            let (buffer, caps) = try result.get()
            return (buffer, caps)
        }
    }

    private static func failure(_ reason: String, detail: String) -> CaptureError {
        CaptureError(
            .unsupportedMode,
            "the picture cannot be converted: \(reason)",
            advice: "Ask for another pixel format or size",
            detail: detail
        )
    }
}
