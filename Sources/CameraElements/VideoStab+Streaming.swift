internal import CGStreamer
internal import Stabilization
internal import Synchronization

// The work on the streaming thread, with the sink pad's stream lock held.

extension VideoStab {
    /// Sends events and pictures on until the next one has to wait.
    func sendWhatIsDue() -> GstFlowReturn {
        while true {
            switch stream.withLock({ $0.next() }) {
            case .nothing:
                return GST_FLOW_OK
            case .event(let event):
                gst_pad_push_event(source.pointer, event.pointer)
            case .picture(let buffer, let statistics, let cost, let rightMode):
                shared.withLock { $0.statistics.countOutput(statistics, cost: cost) }
                if let rightMode { warnOfCost(rightMode) }
                let flow = gst_pad_push(source.pointer, buffer.pointer)
                guard flow == GST_FLOW_OK else { return flow }
            case .failed(let flow):
                return flow
            }
        }
    }

    /// Sends all that is held back; what cannot be sent is dropped, for it would be in the way of what follows.
    func drain() -> GstFlowReturn {
        stream.withLock { $0.drain() }
        let flow = sendWhatIsDue()
        let source = source
        stream.withLock { $0.flush(source) }
        return flow
    }

    /// Works from now on as the settings ask for, and sends what is due then.
    func followSettings() -> GstFlowReturn {
        let settings = shared.withLock { $0.settings }
        switch stream.withLock({ $0.change(for: settings) }) {
        case .none:
            break
        case .ease:
            let isLive = settings.mode == .auto && isSourceLive
            tell(stream.withLock { $0.ease(settings, isLive: isLive) })
        case .restart:
            let flow = drain()
            guard flow == GST_FLOW_OK else { return flow }
            guard start() else { return GST_FLOW_NOT_NEGOTIATED }
        }
        return sendWhatIsDue()
    }

    /// Begins to work as the settings ask for; nothing may be held back.
    ///
    /// - Returns: Whether there is memory to work in.
    func start() -> Bool {
        let (settings, before) = shared.withLock { ($0.settings, $0.activeMode) }
        let isLive = settings.mode == .auto && isSourceLive
        let work = stream.withLock { $0.start(settings, isLive: isLive) }
        if work.mode != .off {
            // A link that is new asks for a choice as well, and this is it.
            gst_pad_check_reconfigure(source.pointer)
            guard choosePool() else { return false }
        }
        tell(work)
        // Pictures that just pass may lie in the next element's memory, others not.
        if (work.mode == .off) != (before == .off) {
            gst_pad_push_event(sink.pointer, gst_event_new_reconfigure())
        }
        return true
    }

    private func tell(_ work: VideoStabStream.Work) {
        setActiveMode(work.mode)
        setDelay(work.delay)
    }

    /// Gets a pool for the pictures that come out; false when there is none to be had.
    func choosePool() -> Bool {
        guard let (caps, size) = stream.withLock({ $0.format.map { ($0.caps, $0.size) } }) else {
            return false
        }
        stream.withLock { $0.dropPool() }
        let pool = OutputPool.negotiate(source, caps: caps.pointer, size: size)
        stream.withLock { $0.setPool(pool) }
        return pool != nil
    }

    /// Whether pictures come in real time.
    private var isSourceLive: Bool {
        guard let query = gst_query_new_latency() else { return false }
        defer { gst_query_unref(query) }
        guard gst_pad_peer_query(sink.pointer, query) != 0 else { return false }
        var isLive: gboolean = 0
        gst_query_parse_latency(query, &isLive, nil, nil)
        return isLive != 0
    }

    private func warnOfCost(_ mode: StabilizationMode) {
        let consequence =
            mode == .off
            ? "it is switched off. Record smaller pictures, or fewer a second." : "it is simplified."
        post(
            GST_MESSAGE_WARNING,
            GST_STREAM_ERROR_FAILED,
            "Stabilizing takes more than this machine has time for; \(consequence)"
        )
    }

    /// Posts an error or a warning about the stream.
    func post(_ type: GstMessageType, _ code: GstStreamError, _ text: String, line: Int32 = #line) {
        gst_element_message_full(
            element.pointer,
            type,
            gst_stream_error_quark(),
            Int32(code.rawValue),
            g_strdup(text),
            nil,
            #fileID,
            #function,
            line
        )
    }
}
