internal import Dispatch
internal import GStreamer
internal import PipelineTemplates
internal import Synchronization

/// The pipeline of one device, on the session's time; one that fails or falls silent is opened again until it works.
final class DeviceLine: Sendable {
    struct Settings: Sendable {
        /// The device's name, for sentences.
        var name: String
        /// What it delivers, for sentences.
        var product: String
        /// How long to wait before it is opened again; nil when a failure is the end.
        var pause: DispatchTimeInterval?
        /// Whether it has to deliver once before it is opened again: a device that never worked is better told about.
        var mustDeliverFirst = false
        /// After how long without anything it counts as failed, when it is opened again then.
        ///
        /// A little less than a recording waits, so that this is noticed first.
        var stall = ClockTime.milliseconds(2700)
    }

    struct Handlers: Sendable {
        /// Called once when the device fails, not again while it stays away; whether it is opened again.
        var failed: @Sendable (CaptureError, _ reopens: Bool) -> Void
        /// Called with the first that comes after a failure.
        var returned: @Sendable () -> Void = {}
        /// The stream came to its end.
        var ended: @Sendable () -> Void = {}
    }

    /// What a new pipeline has to call.
    struct Link: Sendable {
        /// The pipeline's bus.
        let bus: @Sendable (BusMessage) -> Void
        /// For everything that arrives, before it is handed on.
        let arrived: @Sendable () -> Void
    }

    private struct State {
        var pipeline: Pipeline?
        /// Tells the pipelines apart, so that a dead one's last words do not count.
        var number = 0
        var isAway = false
        var isStopped = false
        var hasDelivered = false
        /// When it delivered last, or began; nil while nothing is expected.
        var lastSign: ClockTime?
    }

    private let settings: Settings
    private let time: TimeBase
    private let handlers: Handlers
    private let make: @Sendable (Link) throws(CaptureError) -> Pipeline
    private let queue: DispatchQueue
    private let state: Mutex<State>

    /// - Parameters:
    ///   - settings: What holds for the device.
    ///   - time: The session's time.
    ///   - handlers: Called on streaming threads and on a queue of the line's own.
    ///   - make: Makes the pipeline, each time anew; called on the same queue but for the first time.
    /// - Throws: What `make` throws the first time.
    init(
        _ settings: Settings,
        time: TimeBase,
        handlers: Handlers,
        make: @escaping @Sendable (Link) throws(CaptureError) -> Pipeline
    ) throws(CaptureError) {
        self.settings = settings
        self.time = time
        self.handlers = handlers
        self.make = make
        queue = DispatchQueue(label: "gstcam.device")
        state = Mutex(State())
        let pipeline = try make(link(number: 0))
        state.withLock { $0.pipeline = pipeline }
    }

    private func link(number: Int) -> Link {
        Link(
            bus: { [weak self] message in
                guard let self else { return }
                switch message {
                case .error(let report):
                    failed(FailureClassifier.capture(report, device: settings.name), number: number)
                case .endOfStream: ended(number: number)
                default: break
                }
            },
            arrived: { [weak self] in self?.arrived(number: number) }
        )
    }

    var pipeline: Pipeline? { state.withLock { $0.pipeline } }

    /// Opens the device.
    /// - Throws: What it refuses at once; what it refuses later is told by the handlers.
    func start() throws(GStreamerError) {
        let (pipeline, number) = state.withLock { state in
            state.lastSign = Gst.monotonicTime
            return (state.pipeline, state.number)
        }
        guard let pipeline else { return }
        if settings.pause != nil { lookLater(number: number) }
        time.give(to: pipeline)
        try pipeline.element.setState(.playing)
    }

    /// Opens the device; what goes wrong is told by the handlers alone.
    func begin() {
        let number = state.withLock { $0.number }
        do throws(GStreamerError) {
            try start()
        } catch {
            failed(
                CaptureError(.deviceLost, "\(settings.name) does not start: \(error.message)"),
                number: number
            )
        }
    }

    /// Gives the pipeline up, for somebody to close it; it is not opened again.
    func stop() -> Pipeline? {
        state.withLock { state in
            state.isStopped = true
            defer { state.pipeline = nil }
            return state.pipeline
        }
    }

    // MARK: - Signs of life

    private func arrived(number: Int) {
        let isBack = state.withLock { state in
            // A pipeline that was given up may still wake.
            guard state.number == number else { return false }
            state.lastSign = Gst.monotonicTime
            state.hasDelivered = true
            defer { state.isAway = false }
            return state.isAway
        }
        if isBack { handlers.returned() }
    }

    private static let lookInterval = DispatchTimeInterval.milliseconds(250)

    private func lookLater(number: Int) {
        queue.asyncAfter(deadline: .now() + DeviceLine.lookInterval) { [weak self] in
            self?.look(number: number)
        }
    }

    /// Looks again and again whether this pipeline is alive, until it is given up.
    private func look(number: Int) {
        let (isCurrent, isSilent) = state.withLock { state in
            let isCurrent = state.number == number && !state.isStopped
            guard let last = state.lastSign, !settings.mustDeliverFirst || state.hasDelivered else {
                return (isCurrent, false)
            }
            return (isCurrent, Gst.monotonicTime - last > settings.stall)
        }
        guard isCurrent else { return }
        guard isSilent else { return lookLater(number: number) }
        let error = CaptureError(
            .deviceStalled,
            "\(settings.name) stopped delivering \(settings.product)",
            advice: "Check its cable; it is opened again as soon as it answers"
        )
        failed(error, number: number)
    }

    // MARK: - Failure and return

    /// A source that failed says goodbye with an end of stream, which is none.
    private func ended(number: Int) {
        if state.withLock({ $0.number == number && !$0.isStopped }) { handlers.ended() }
    }

    private func failed(_ error: CaptureError, number: Int) {
        let (counts, isFirst, reopens) = state.withLock { state in
            guard state.number == number, !state.isStopped else { return (false, false, false) }
            state.number += 1
            state.lastSign = nil
            defer { state.isAway = true }
            let reopens = settings.pause != nil && (state.hasDelivered || !settings.mustDeliverFirst)
            return (true, !state.isAway, reopens)
        }
        guard counts else { return }
        if isFirst { handlers.failed(error, reopens) }
        if reopens { reopenLater() }
    }

    private func reopenLater() {
        guard let pause = settings.pause else { return }
        queue.asyncAfter(deadline: .now() + pause) { [weak self] in self?.reopen() }
    }

    private func reopen() {
        let (old, number) = state.withLock { state in
            defer { state.pipeline = nil }
            return (state.pipeline, state.number)
        }
        // Closed fully before it is opened again: a driver may not have room for two.
        try? old?.element.setState(.null)
        guard let new = try? make(link(number: number)) else { return reopenLater() }
        let isWanted = state.withLock { state in
            guard !state.isStopped else { return false }
            state.pipeline = new
            return true
        }
        if isWanted { begin() }
    }
}
