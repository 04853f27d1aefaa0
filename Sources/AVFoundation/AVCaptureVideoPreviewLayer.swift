internal import CameraCapture
public import Foundation
internal import Synchronization

/// Shows what a session's camera captures, in the view that it is attached to.
///
/// A view shows it with `attachPreviewLayer`, before or while the session runs; when a session stops and starts, it is
/// shown again. A preview slows nothing down, and its end touches neither the session nor a recording. The layer holds
/// its session, not its view. Any thread may use it.
public final class AVCaptureVideoPreviewLayer: NSObject, Sendable {
    private struct State {
        var session: AVCaptureSession?
        var gravity = AVLayerVideoGravity.resizeAspect
        var frame = CGRect.zero
        weak var view: (any PreviewView)?
        var surface: Preview.Surface?
        var engine: RunningEngine?
        var preview: Preview?
        /// Counts previews, so that a late word of an earlier one is not taken for the present one's.
        var number = 0
        /// The user closed the window: it stays closed until the layer is attached again.
        var isClosed = false
        /// On this engine the preview failed; it is tried again on the next.
        var failedEngine: Int?
    }

    /// Posted when a preview ended by itself, because its window was closed or the display was lost.
    ///
    /// The object is the layer; the error, as an `NSError`, is under `AVCaptureSessionErrorKey`: `operationCancelled`
    /// for a closed window, `displayWasDisabled` for a display that is lost or was never there. Apple has nothing
    /// like it.
    public static let didEndNotification = Notification.Name("AVCaptureVideoPreviewLayerDidEndNotification")

    private let state = Mutex(State())
    /// Held while the preview follows a change, so that changes on several threads come one after the other.
    private let changes = NSRecursiveLock()

    /// Makes a layer without a session.
    public override init() { super.init() }

    /// Makes a layer that shows a session's picture, and connects it to the camera that is there, or will be.
    public convenience init(session: AVCaptureSession) {
        self.init()
        self.session = session
    }

    /// Makes a layer for a session without connecting it; `AVCaptureSession.addConnection` does that.
    public convenience init(sessionWithNoConnection session: AVCaptureSession) {
        self.init()
        setSessionWithNoConnection(session)
    }

    // MARK: - The session

    /// The session whose picture is shown; nil for none.
    ///
    /// Setting it connects the layer to the session's camera.
    public var session: AVCaptureSession? {
        get { state.withLock { $0.session } }
        set { setSession(newValue, connects: true) }
    }

    /// Sets the session without connecting the layer; `AVCaptureSession.addConnection` does that.
    public func setSessionWithNoConnection(_ session: AVCaptureSession) {
        setSession(session, connects: false)
    }

    private func setSession(_ session: AVCaptureSession?, connects: Bool) {
        let previous = state.withLock { state in
            defer { state.session = session }
            return state.session
        }
        guard previous !== session else { return }
        previous?.remove(self)
        session?.add(self, connects: connects)
    }

    /// The way of the camera's picture to this layer; nil without a camera.
    public var connection: AVCaptureConnection? {
        session?.connections.first { $0.videoPreviewLayer === self }
    }

    // MARK: - How it looks

    /// How the picture is fitted into the view, `resizeAspect` at first; followed at once.
    public var videoGravity: AVLayerVideoGravity {
        get { state.withLock { $0.gravity } }
        set {
            state.withLock { $0.gravity = newValue }
            follow()
        }
    }

    /// Where the layer is in its view; stored for the code of views, the picture fills the whole view.
    public var frame: CGRect {
        get { state.withLock { $0.frame } }
        set { state.withLock { $0.frame = newValue } }
    }

    /// The size of `frame`, at zero.
    public var bounds: CGRect {
        get { CGRect(origin: .zero, size: frame.size) }
        set { state.withLock { $0.frame.size = newValue.size } }
    }

    /// Whether pictures appear now.
    public var isPreviewing: Bool { state.withLock { $0.preview }?.isShowing ?? false }

    // MARK: - The view

    /// Appears in a view; called by the view's `attachPreviewLayer`, which is what programs call.
    ///
    /// What it showed elsewhere is taken away first; that waits for the display, at most four seconds.
    public func attach(to view: any PreviewView) {
        let surface = view.previewSurface.surface
        leaveView()
        changes.withLock {
            state.withLock { ($0.view, $0.surface) = (view, surface) }
            follow()
        }
    }

    /// Disappears from a view; called by the view's `detachPreviewLayer`, which is what programs call.
    ///
    /// Waits for the display, at most four seconds.
    public func detach(from view: any PreviewView) {
        if state.withLock({ $0.view === view }) { leaveView() }
    }

    /// Disappears from the view that it is in.
    public func removeFromSuperlayer() {
        guard let view = state.withLock({ $0.view }) else { return leaveView() }
        view.detachPreviewLayer(self)
    }

    /// Disappears with its view, unless it is in another by now.
    func viewIsGone() {
        if state.withLock({ $0.view == nil }) { leaveView() }
    }

    private func leaveView() {
        let preview = changes.withLock {
            state.withLock { state in
                (state.view, state.surface) = (nil, nil)
                (state.isClosed, state.failedEngine) = (false, nil)
                state.number += 1
                return state.preview.take()
            }
        }
        preview?.close()
    }

    // MARK: - For the session

    func connectionDidChange(_ connection: AVCaptureConnection) { follow() }

    func attach(to engine: RunningEngine) {
        changes.withLock {
            state.withLock { $0.engine = engine }
            follow()
        }
    }

    func detach(from engine: RunningEngine) {
        changes.withLock {
            let preview = state.withLock { state in
                guard state.engine === engine else { return nil as Preview? }
                state.engine = nil
                return state.preview
            }
            if let preview { engine.session.detach(preview) }
        }
    }

    /// Brings what is wanted to the preview: whether there is one, and how it looks.
    private func follow() {
        changes.withLock {
            let connection = connection
            let isWanted = connection?.isActive ?? false
            guard let engine = state.withLock({ $0.engine }), let preview = preview(for: engine, isWanted)
            else {
                return
            }
            preview.gravity = AVCaptureVideoPreviewLayer.gravity(videoGravity)
            preview.isMirrored = connection?.isVideoMirrored ?? false
            let isSteadied = session?.connections.contains { $0.activeVideoStabilizationMode != .off }
            preview.crop = isSteadied ?? false ? VideoStabilization.crop : 0
            if isWanted { engine.session.attach(preview) } else { engine.session.detach(preview) }
        }
    }

    /// The preview that is there; a new one when it is wanted and may be.
    private func preview(for engine: RunningEngine, _ isWanted: Bool) -> Preview? {
        let (present, surface, number) = state.withLock { state in
            let isAllowed = isWanted && !state.isClosed && state.failedEngine != engine.number
            let surface = state.preview == nil && isAllowed ? state.surface : nil
            if surface != nil { state.number += 1 }
            return (state.preview, surface, state.number)
        }
        guard let surface else { return present }
        do throws(CaptureError) {
            let preview = Preview(
                surface: surface,
                stage: try engine.session.selection.previewStage(for: surface),
                handler: { [weak self] event in
                    if case .ended(let error?) = event { self?.ended(error, number) }
                }
            )
            state.withLock { $0.preview = preview }
            return preview
        } catch {
            DispatchQueue.global().async { [weak self] in self?.ended(error, number) }
            return nil
        }
    }

    private static func gravity(_ gravity: AVLayerVideoGravity) -> Preview.Gravity {
        switch gravity {
        case .resizeAspectFill: .fill
        case .resize: .stretch
        default: .fit
        }
    }

    private func ended(_ error: CaptureError, _ number: Int) {
        let isPresent = changes.withLock {
            state.withLock { state in
                guard state.number == number, state.surface != nil else { return false }
                state.preview = nil
                state.failedEngine = state.engine?.number
                state.isClosed = error.code == .windowClosed
                return true
            }
        }
        guard isPresent else { return }
        if error.code != .windowClosed {
            Fault.report(
                "the preview ended, everything else goes on: \(error.what)",
                caller: "AVCaptureVideoPreviewLayer"
            )
        }
        NotificationCenter.default.post(
            name: AVCaptureVideoPreviewLayer.didEndNotification,
            object: self,
            userInfo: [AVCaptureSessionErrorKey: AVError(error)._nsError]
        )
    }
}
