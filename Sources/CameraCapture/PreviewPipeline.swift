internal import Dispatch
internal import GStreamer
internal import Synchronization

/// The pipeline that draws one preview: fed with the newest picture, independent of everything else.
final class PreviewPipeline: Sendable {
    /// What happens in it; called on the threads of its sink, which must not wait for anything.
    struct Handlers: Sendable {
        /// Pictures of this size go to the sink from now on; the first call tells that there are any.
        var resized: @Sendable (_ width: Int, _ height: Int) -> Void
        var failed: @Sendable (CaptureError) -> Void
        /// A connection to an X server was lost, perhaps this one's.
        var connectionLost: @Sendable () -> Void
    }

    /// How the picture is drawn.
    struct Look: Sendable, Hashable {
        var gravity: Preview.Gravity
        var isMirrored: Bool
        /// The share of width and of height that is cut off before anything else.
        var crop: Double
        /// The size of what the sink draws into; nil while that is not known.
        var area: Area?

        struct Area: Sendable, Hashable {
            let width: Int
            let height: Int
        }
    }

    private let surface: Preview.Surface
    private let pipeline: Pipeline
    private let source: AppSource
    private let screen: Element
    private let xErrors: Int
    private let wayland: WaylandSocket?
    private let crop: Crop
    /// The shape that the picture is cut to; none at first.
    private let shape = Mutex("0/1")

    /// One picture waits here while another is drawn; a newer one takes its place.
    private static let source =
        "appsrc name=preview-source is-live=true format=time max-buffers=1 max-bytes=0 max-time=0 leaky-type=downstream"
    private static let squarePixels = "video/x-raw, pixel-aspect-ratio=1/1"

    /// - Throws: `CaptureError` with code `.badTemplate` or `.missingElement`.
    init(surface: Preview.Surface, stage: String, handlers: Handlers) throws(CaptureError) {
        self.surface = surface
        let window = PreviewPipeline.WindowHandle()
        if case .windowHandle(let handle) = surface { window.value.withLock { $0 = handle } }
        do throws(GStreamerError) {
            pipeline = try Pipeline(parsing: "\(PreviewPipeline.source) ! \(stage)") { message in
                switch message {
                case .error(let report): handlers.failed(PreviewFailure.error(report))
                case .prepareWindowHandle(let sink):
                    if case .windowHandle(let handle) = surface { sink.setWindowHandle(handle) }
                case .element(let structure, _):
                    guard structure.name == "have-window-handle",
                        case .integer(let handle)? = structure["window-handle"]
                    else { break }
                    window.value.withLock { $0 = UInt(truncatingIfNeeded: handle) }
                default: break
                }
            }
            guard let source = pipeline.child(named: "preview-source").flatMap(AppSource.init),
                let screen = pipeline.child(named: "screen")
            else {
                throw GStreamerError(.parse, "its last element is not named screen")
            }
            self.source = source
            if case .sink(let sink) = surface {
                try pipeline.replace(screen, with: sink)
                // A picture is shown when it comes: its time is that of the session, which this pipeline knows nothing of.
                try? sink.setProperty("sync", to: false)
                self.screen = sink
            } else {
                self.screen = screen
            }
            try PreviewPipeline.prepareFrame(of: pipeline, for: surface)
        } catch {
            throw CaptureError(
                error.code == .noSuchElement ? .missingElement : .badTemplate,
                "the preview cannot be built: \(error.message)",
                advice: error.code == .noSuchElement
                    ? "Install what is missing; the sinks for X11 are in gstreamer1.0-x"
                    : "Check the [preview] of the template",
                detail: stage
            )
        }
        xErrors = XErrorGuard.watch { trouble in
            switch trouble {
            case .connectionLost: handlers.connectionLost()
            case .windowGone(let gone):
                guard gone == window.value.withLock({ $0 }) else { break }
                handlers.failed(PreviewFailure.windowClosed)
            }
        }
        wayland = screen.factoryName == "waylandsink" ? WaylandSocket() : nil
        wayland?.whenGone { handlers.failed(PreviewFailure.connectionLost) }
        crop = Crop(pipeline.child(named: "steady"))
        // Not the sink's own pad: a caller's sink is used longer than this pipeline.
        screen.pad(named: "sink")?.peer?.addCapsProbe { caps in
            guard let format = caps.structures.first,
                case .integer(let width)? = format["width"], case .integer(let height)? = format["height"]
            else { return }
            handlers.resized(Int(width), Int(height))
        }
    }

    /// Cuts a share off every side of the picture, from the next format on.
    ///
    /// The element is told when a format reaches it: told at another time, it takes old pictures for cut ones.
    private final class Crop: Sendable {
        let share = Mutex(0.0)
        private let cutter: Element?

        init(_ cutter: Element?) {
            self.cutter = cutter
            // The element must not hold itself by its own pad.
            cutter?.pad(named: "sink")?.addCapsProbe { [weak self] caps in self?.cut(caps) }
        }

        private func cut(_ caps: Caps) {
            guard let format = caps.structures.first,
                case .integer(let width)? = format["width"], case .integer(let height)? = format["height"]
            else { return }
            let share = share.withLock { $0 }
            for (side, length) in [("left", width), ("right", width), ("top", height), ("bottom", height)] {
                try? cutter?.setProperty(side, to: Int(Double(length) * share / 2))
            }
        }
    }

    /// The window that is drawn into; a class, since two closures share it.
    private final class WindowHandle: Sendable {
        let value = Mutex<UInt?>(nil)
    }

    /// An own window opens with the size of the first picture that its sink gets.
    private static func prepareFrame(
        of pipeline: Pipeline,
        for surface: Preview.Surface
    ) throws(GStreamerError) {
        var caps = squarePixels
        if case .window(_, let width, let height) = surface {
            caps += ", width=\(max(1, width)), height=\(max(1, height))"
        }
        try pipeline.child(named: "frame")?.setProperty("caps", parsing: caps)
    }

    /// Connects to the display; may wait for it for long.
    /// - Throws: `CaptureError` with code `.noDisplay`; when the sink said why, that was reported before.
    func start() throws(CaptureError) {
        do throws(GStreamerError) {
            try pipeline.element.setState(.playing)
        } catch {
            throw PreviewFailure.noDisplay(
                for: screen.factoryName ?? "",
                "its sink does not start",
                detail: error.message
            )
        }
    }

    func setCaps(_ caps: Caps) { source.setCaps(caps) }

    /// Takes a picture; never waits.
    func push(_ picture: Buffer) { source.push(picture) }

    /// Lets the window have another size than the one it opened with, and gives it its title.
    func release() {
        if case .window(let title, _, _) = surface { source.sendTags(["title": title]) }
        // A sink that does not tell its window's size scales by itself; it keeps getting the size that was asked for.
        guard (try? screen.property("window-width", as: Int.self)) != nil else { return }
        try? pipeline.child(named: "frame")?.setProperty("caps", parsing: PreviewPipeline.squarePixels)
    }

    func apply(_ look: Look) {
        try? pipeline.child(named: "mirror")?.setProperty(
            "video-direction",
            parsing: look.isMirrored ? "horiz" : "identity"
        )
        var shape = "0/1"
        if look.gravity == .fill, let area = look.area { shape = "\(area.width)/\(area.height)" }
        // Told its shape, the element uses the format that it knows, which may be another one by then.
        let isNew = self.shape.withLock { [shape] known in
            defer { known = shape }
            return known != shape
        }
        if isNew {
            try? pipeline.child(named: "crop")?.setProperty("aspect-ratio", parsing: shape)
        }
        crop.share.withLock { $0 = look.crop }
        // A picture cut to whole pixels is not quite the window's shape, which must not show as thin bars.
        try? pipeline.child(named: "size")?.setProperty("add-borders", to: look.gravity == .fit)
        try? screen.setProperty("force-aspect-ratio", to: look.gravity != .stretch)
    }

    /// Whether the sink no longer answers; waits up to a second to find out.
    func isStuck() -> Bool {
        let answered = DispatchSemaphore(value: 0)
        DispatchQueue(label: "gstcam.preview.question").async { [self] in
            screen.redraw()
            answered.signal()
        }
        return answered.wait(timeout: .now() + .seconds(1)) == .timedOut
    }

    /// Takes the window away; waits for the display, but not for ever.
    ///
    /// A sink that waits for a display which does not answer is left behind, on a thread of its own.
    func stop() {
        let stopped = DispatchSemaphore(value: 0)
        DispatchQueue(label: "gstcam.preview.teardown").async { [self] in
            try? pipeline.element.setState(.null)
            // The caller's sink may be used again.
            if case .sink(let sink) = surface { pipeline.remove(sink) }
            stopped.signal()
        }
        _ = stopped.wait(timeout: .now() + .seconds(3))
        XErrorGuard.unwatch(xErrors)
        wayland?.cancel()
    }
}
