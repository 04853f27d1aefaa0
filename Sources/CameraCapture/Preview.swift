internal import Dispatch
public import GStreamer
internal import Synchronization

/// Shows the captured picture: in its own window, a caller's window, a caller's sink element, or nowhere.
///
/// A preview has a pipeline of its own, which gets the newest picture and drops what it has no time for. It slows
/// nothing down, and its failure touches nothing else. It keeps no session and no session keeps it: let go of it, and
/// it closes. Methods may be called from any thread.
public final class Preview: Sendable {
    /// Where the picture appears.
    public enum Surface: Sendable {
        /// A window of its own that opens with this size in pixels, under Wayland or X11.
        case window(title: String, width: Int, height: Int)
        /// A window of the caller: an X11 window (XID), as `gst_video_overlay_set_window_handle` takes it.
        ///
        /// A Wayland surface needs its connection as well: give a `waylandsink` that has both as `sink`.
        case windowHandle(UInt)
        /// A sink element of the caller, in no pipeline, such as a toolkit's widget; `sync` is turned off.
        case sink(Element)
        /// Nowhere: pictures are thrown away.
        case none
    }

    /// How a picture of one shape is put into an area of another.
    public enum Gravity: Sendable {
        /// The whole picture, with black bars.
        case fit
        /// No bars; what is outside the area is cut off.
        ///
        /// The area is that of the window, where the sink tells its size (`ximagesink`), else the size the window
        /// opens with; of a caller's sink that tells none nothing is cut off.
        case fill
        /// The whole picture without bars, distorted.
        case stretch
    }

    /// What a preview tells.
    public enum Event: Sendable {
        /// The first picture since it was attached appears.
        case started
        /// It is over, exactly once: nil after `close()`, else what ended it.
        case ended(CaptureError?)
    }

    private enum Phase {
        case detached, opening, showing, ended
    }

    private struct State {
        var look: PreviewPipeline.Look
        var phase = Phase.detached
        /// Counts attachments, so that a late word of an earlier one is not taken for the present one's.
        var attachment = 0
        weak var session: CaptureSession?
        var leaveSession: (@Sendable () -> Void)?
        var pipeline: PreviewPipeline?
        /// The format that the pipeline was told; nil when it must be told again.
        var caps: Caps?
        /// Counts changes of the look.
        var changes = 0

        /// Ends the attachment and hands out what remains of it.
        mutating func part(_ phase: Phase) -> Remains {
            self.phase = phase
            attachment += 1
            session = nil
            caps = nil
            look.area = nil
            return Remains(pipeline: pipeline.take(), leaveSession: leaveSession.take())
        }
    }

    private struct Remains {
        let pipeline: PreviewPipeline?
        let leaveSession: (@Sendable () -> Void)?
    }

    private let surface: Surface
    private let stage: String?
    private let handler: @Sendable (Event) -> Void
    private let state: Mutex<State>
    /// Opens and closes windows, one after the other; may wait for a display.
    private let windows = DispatchQueue(label: "gstcam.preview.windows")
    /// Tells events and changes the look; never waits.
    private let events = DispatchQueue(label: "gstcam.preview.events")

    /// Makes a preview; nothing is opened before a session attaches it.
    /// - Parameters:
    ///   - surface: Where the picture appears.
    ///   - gravity: How it is fitted in.
    ///   - isMirrored: Whether left and right are exchanged, as in a mirror.
    ///   - crop: The share of width and of height that is not shown.
    ///   - stage: How it is drawn, see `CaptureSelection.previewStage`; nil for the way of the template `base`.
    ///   - handler: Called with each event, on a serial queue of the preview.
    public init(
        surface: Surface,
        gravity: Gravity = .fit,
        isMirrored: Bool = false,
        crop: Double = 0,
        stage: String? = nil,
        handler: @escaping @Sendable (Event) -> Void = { _ in }
    ) {
        self.surface = surface
        self.stage = stage
        self.handler = handler
        state = Mutex(State(look: .init(gravity: gravity, isMirrored: isMirrored, crop: crop)))
    }

    deinit {
        let remains = state.withLock { $0.part(.ended) }
        remains.leaveSession?()
        windows.async { remains.pipeline?.stop() }
    }

    /// How the picture is fitted in; may change while it is shown.
    public var gravity: Gravity {
        get { state.withLock { $0.look.gravity } }
        set {
            state.withLock { $0.look.gravity = newValue }
            refresh()
        }
    }

    /// Whether left and right are exchanged; may change while it is shown.
    public var isMirrored: Bool {
        get { state.withLock { $0.look.isMirrored } }
        set {
            state.withLock { $0.look.isMirrored = newValue }
            refresh()
        }
    }

    /// The share of width and of height that is not shown, 0 to 0.2; may change while it is shown.
    ///
    /// `VideoStabilization.crop` while a recording is steadied, so that the preview shows what is recorded.
    public var crop: Double {
        get { state.withLock { $0.look.crop } }
        set {
            state.withLock { $0.look.crop = min(max(newValue, 0), 0.2) }
            refresh()
        }
    }

    /// Whether pictures appear: from `.started` until it is detached or over.
    public var isShowing: Bool { state.withLock { $0.phase == .showing } }

    /// Ends the preview for good and takes its window away; does nothing when it is over.
    ///
    /// Waits for the display, at most four seconds; a display that does not answer is left alone after that.
    public func close() {
        let remains = state.withLock { state in state.phase == .ended ? nil : state.part(.ended) }
        guard let remains else { return }
        remains.leaveSession?()
        events.async { [handler] in handler(.ended(nil)) }
        let closed = DispatchSemaphore(value: 0)
        windows.async {
            remains.pipeline?.stop()
            closed.signal()
        }
        _ = closed.wait(timeout: .now() + .seconds(4))
    }

    // MARK: - For the session

    /// Belongs to a session from now on, and opens; false when it is over or belongs to this one already.
    func join(_ session: CaptureSession, leave: @escaping @Sendable () -> Void) -> Bool {
        let joined = state.withLock { state -> (before: Remains, attachment: Int)? in
            guard state.phase != .ended, state.session !== session else { return nil }
            let before = state.part(.opening)
            if case .window(_, let width, let height) = surface {
                state.look.area = .init(width: width, height: height)
            }
            state.session = session
            state.leaveSession = leave
            return (before, state.attachment)
        }
        guard let joined else { return false }
        joined.before.leaveSession?()
        windows.async { [weak self] in
            joined.before.pipeline?.stop()
            self?.open(joined.attachment)
        }
        return true
    }

    /// Belongs to this session no longer; its window goes away without being waited for.
    func leave(_ session: CaptureSession) {
        let remains = state.withLock { state in state.session === session ? state.part(.detached) : nil }
        guard let remains else { return }
        remains.leaveSession?()
        windows.async { remains.pipeline?.stop() }
    }

    /// Takes a picture, on a streaming thread; never waits.
    ///
    /// What comes before the pipeline is built is not shown.
    func push(video picture: Buffer, caps: Caps) {
        state.withLock { state in
            guard let pipeline = state.pipeline else { return }
            if !(state.caps?.isEqual(to: caps) ?? false) {
                // Elements that see the format which they know keep what they worked out for the old look, so the
                // format gets a field that means nothing but is new.
                pipeline.setCaps(caps.setting("gstcam-look", to: state.changes))
                state.caps = caps
            }
            pipeline.push(picture)
        }
    }

    // MARK: - One attachment

    private func open(_ attachment: Int) {
        if case .none = surface { return }
        guard state.withLock({ $0.attachment == attachment }) else { return }
        do throws(CaptureError) {
            let pipeline = try PreviewPipeline(
                surface: surface,
                stage: text(),
                handlers: handlers(attachment)
            )
            pipeline.apply(state.withLock { $0.look })
            let isWanted: Bool
            do throws(CaptureError) {
                try pipeline.start()
                isWanted = state.withLock { state in
                    guard state.attachment == attachment else { return false }
                    state.pipeline = pipeline
                    return true
                }
            } catch {
                pipeline.stop()
                throw error
            }
            // The look may have changed since, or the attachment have ended.
            if isWanted { refresh() } else { pipeline.stop() }
        } catch {
            end(error, attachment)
        }
    }

    private func text() throws(CaptureError) -> String {
        guard let stage else { return try PreviewStage.standard(for: surface) }
        return stage
    }

    private func handlers(_ attachment: Int) -> PreviewPipeline.Handlers {
        PreviewPipeline.Handlers(
            resized: { [weak self, events] width, height in
                events.async { [weak self] in self?.resized(width, height, attachment) }
            },
            failed: { [weak self] error in self?.end(error, attachment) },
            connectionLost: { [weak self] in self?.connectionLost(attachment) }
        )
    }

    private func resized(_ width: Int, _ height: Int, _ attachment: Int) {
        let area = PreviewPipeline.Look.Area(width: width, height: height)
        let (isNew, opened) = state.withLock { state -> (Bool, PreviewPipeline?) in
            guard state.attachment == attachment else { return (false, nil) }
            defer { state.look.area = area }
            guard state.phase == .opening else { return (state.look.area != area, nil) }
            state.phase = .showing
            return (state.look.area != area, state.pipeline)
        }
        if let opened {
            opened.release()
            handler(.started)
        }
        // Only then: changing the look makes the sink agree upon its format again, which leads here.
        if isNew { refresh() }
    }

    /// Lets the pipeline follow the look.
    private func refresh() {
        events.async { [weak self] in
            guard let self else { return }
            let (pipeline, look) = state.withLock { ($0.pipeline, $0.look) }
            guard let pipeline else { return }
            pipeline.apply(look)
            state.withLock { state in
                state.caps = nil
                state.changes += 1
            }
        }
    }

    /// Some connection is lost: this one's, if its sink no longer answers, or is not even open by now.
    private func connectionLost(_ attachment: Int) {
        DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(1)) { [weak self] in
            guard let self else { return }
            let (isPresent, pipeline) = state.withLock { ($0.attachment == attachment, $0.pipeline) }
            guard isPresent, pipeline?.isStuck() ?? true else { return }
            end(PreviewFailure.connectionLost, attachment)
        }
    }

    private func end(_ error: CaptureError, _ attachment: Int) {
        let remains = state.withLock { state in
            state.attachment == attachment && state.phase != .ended ? state.part(.ended) : nil
        }
        guard let remains else { return }
        remains.leaveSession?()
        windows.async { remains.pipeline?.stop() }
        events.async { [handler] in handler(.ended(error)) }
    }
}
