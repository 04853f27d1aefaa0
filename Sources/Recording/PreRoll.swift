package import GStreamer
internal import PipelineTemplates
internal import Synchronization

/// Codes a camera's pictures all the time and keeps the newest, so that a recording can begin in the past.
///
/// Recordings get what is kept and then what is coded from there on: nothing is coded twice. Any thread may call.
package final class PreRoll: Sendable {
    private struct State {
        var ring: PreRollRing<Media>
        var recorders: [Recorder] = []
        /// The times of pictures that the encoder was too slow for, as far back as the ring reaches.
        var drops: [ClockTime] = []
        /// Up to where pictures are coded; the first picture's time before that.
        var newestPicture: ClockTime?
        var isStuck = false
        /// What an element warned of last, until a recording was told.
        var warning: BusMessage.ElementReport?
    }

    private enum Media {
        case picture(Buffer, Caps)
        case sound(Buffer)
    }

    /// More is given up before a machine runs out of memory: half a minute of 4K at 60 Mbit/s.
    private static let mostBytes = 256 << 20
    /// A picture that is not coded by then never will be.
    private static let longestWait = ClockTime.milliseconds(10_000)
    private static let unnoticedSurplus = ClockTime.milliseconds(1000)

    private let length: ClockTime
    private let encoder: EncodingPipeline?
    private let failed: @Sendable (CaptureError) -> Void
    private let state: Mutex<State>

    /// Builds the encoder; `start` starts it.
    /// - Parameters:
    ///   - length: How much is kept at least, once so much has come; up to a group of pictures more.
    ///   - plan: What the recordings are made of. A camera that delivers coded pictures needs no encoder.
    ///   - failed: Called on a streaming thread when the encoder fails.
    /// - Throws: `CaptureError` with code `.missingElement` or `.badTemplate`.
    package init(
        length: ClockTime,
        plan: RecordingPlan,
        failed: @escaping @Sendable (CaptureError) -> Void
    ) throws(CaptureError) {
        self.length = length
        self.failed = failed
        state = Mutex(State(ring: PreRollRing(length: length, mostBytes: PreRoll.mostBytes)))
        encoder = try plan.fragments.videoEncoder.map { encoder throws(CaptureError) in
            try EncodingPipeline(plan: plan, encoder: encoder, failed: failed)
        }
        encoder?.setHandlers(
            picture: { [weak self] buffer, caps in self?.coded(buffer, caps) },
            warning: { [weak self] report in self?.warned(report) }
        )
    }

    package func start() throws(CaptureError) { try encoder?.start() }

    package func stop() { encoder?.stop() }

    /// Lets out what is on its way through the encoder, since no more pictures come.
    /// - Parameter ended: Called once, on any thread, when everything is out.
    package func end(_ ended: @escaping @Sendable () -> Void) {
        if let encoder { encoder.end(ended) } else { ended() }
    }

    /// The plan of a recording that gets this object's pictures.
    package func plan(_ plan: RecordingPlan) -> RecordingPlan {
        var plan = plan
        plan.fragments.videoFilter = encoder == nil ? plan.fragments.videoFilter : nil
        plan.fragments.videoStabilizer = nil
        plan.fragments.videoEncoder = nil
        plan.preRoll = length
        return plan
    }

    // MARK: - What arrives, on streaming threads

    /// Takes a picture from the camera.
    package func push(video buffer: Buffer, caps: Caps) {
        guard let encoder else { return coded(buffer, caps) }
        guard let time = buffer.presentation else { return }
        let isTaken = encoder.push(buffer, caps)
        let (recorders, missing) = state.withLock { state -> ([Recorder], Int?) in
            let newest = state.newestPicture ?? time
            state.newestPicture = newest
            guard !isTaken, !state.isStuck else { return ([], nil) }
            state.drops.append(time)
            state.isStuck = time - newest > PreRoll.longestWait
            return (state.recorders, state.isStuck ? state.drops.count { $0 >= newest } : nil)
        }
        guard let missing else {
            // That it is missing is told when the pictures around it come.
            for recorder in recorders { recorder.inputDelayed() }
            return
        }
        for recorder in recorders {
            for _ in 0..<missing { recorder.inputDropped() }
        }
        failed(
            CaptureError(
                .encoderFailed,
                "the encoder stopped giving pictures; what came before is saved",
                advice: "Choose another encoder with --encoder, or a smaller size"
            )
        )
    }

    private func warned(_ report: BusMessage.ElementReport) {
        let recorders = state.withLock { state in
            state.recorders.removeAll(where: \.isOver)
            if state.recorders.isEmpty { state.warning = report }
            return state.recorders
        }
        for recorder in recorders { recorder.inputWarned(report) }
    }

    /// Takes a piece of sound.
    package func push(audio buffer: Buffer) {
        guard let time = buffer.presentation else { return }
        let recorders = state.withLock { state in
            state.ring.append(sound: .sound(buffer), at: time)
            return state.recorders
        }
        for recorder in recorders { recorder.push(audio: buffer) }
    }

    private func coded(_ buffer: Buffer, _ caps: Caps) {
        guard let time = buffer.presentation else { return }
        let (recorders, missing) = state.withLock { state in
            state.ring.append(
                picture: .picture(buffer, caps),
                at: time,
                isSync: buffer.isSyncPoint,
                size: buffer.size
            )
            let before = state.newestPicture ?? time
            state.newestPicture = time
            defer { if let start = state.ring.start { state.drops.removeAll { $0 < start } } }
            return (state.recorders, state.drops.count { $0 >= before && $0 < time })
        }
        for recorder in recorders {
            for _ in 0..<missing { recorder.inputDropped() }
            recorder.push(video: buffer, caps: caps)
        }
    }

    // MARK: - Recordings

    /// Starts a recording with the oldest picture that is kept.
    /// - Parameters:
    ///   - recorder: A recording whose plan is `plan(_:)`'s, not started yet.
    ///   - other: A recording that it takes over from: it begins where that one ends then, without what is kept.
    package func begin(_ recorder: Recorder, replacing other: Recorder?) {
        // Under the lock, so that what is coded meanwhile comes behind what is kept.
        state.withLock { state in
            if let other {
                recorder.start(replacing: other)
            } else if let first = state.ring.start, let newest = state.ring.newest,
                newest + length >= recorder.clock()
            {
                recorder.start(
                    at: first,
                    surplus: surplus(from: first, newest: newest),
                    isSureOfSound: state.ring.hasSound
                )
                var drops = state.drops[...]
                for kept in state.ring.contents {
                    switch kept {
                    case .picture(let buffer, let caps):
                        while let drop = drops.first, let time = buffer.presentation, drop < time {
                            recorder.inputDropped()
                            drops.removeFirst()
                        }
                        recorder.push(video: buffer, caps: caps)
                    case .sound(let buffer): recorder.push(audio: buffer)
                    }
                }
            } else {
                recorder.start()
            }
            if let warning = state.warning { recorder.inputWarned(warning) }
            state.warning = nil
            state.recorders.removeAll(where: \.isOver)
            state.recorders.append(recorder)
        }
    }

    /// What comes before the time that is kept at least, if key frames lie so far apart that it would use up a
    /// recording's duration.
    private func surplus(from first: ClockTime, newest: ClockTime) -> ClockTime {
        let surplus = newest - length - first
        return surplus > PreRoll.unnoticedSurplus ? surplus : .zero
    }

    /// Forgets what a recording has saved; what a failed one did not save is kept for the next.
    package func saved(upTo time: ClockTime) { state.withLock { $0.ring.removeAll(before: time) } }
}
