internal import CGStreamer
internal import Stabilization
internal import Synchronization

// What comes to the pads. Chain and serialized events are called with the sink pad's stream lock held.

extension VideoStab {
    func chain(_ pad: UnsafeMutablePointer<GstPad>, _ buffer: UnsafeMutablePointer<GstBuffer>)
        -> GstFlowReturn
    {
        let address = ObjectAddress(buffer)
        // First what could not be sent before, and what another look-ahead makes due: there must be room.
        let flow = followSettings()
        guard flow == GST_FLOW_OK else {
            gst_buffer_unref(buffer)
            return flow
        }
        switch stream.withLock({ $0.take(address) }) {
        case .passed:
            shared.withLock { $0.statistics.countPassed() }
            return gst_pad_push(source.pointer, buffer)
        case .held:
            shared.withLock { $0.statistics.countInput() }
            gst_buffer_unref(buffer)
            // Pictures may come slower than was announced.
            setDelay(stream.withLock { $0.delay })
            guard gst_pad_check_reconfigure(source.pointer) == 0 || choosePool() else {
                return GST_FLOW_NOT_NEGOTIATED
            }
            return sendWhatIsDue()
        case .unreadable:
            gst_buffer_unref(buffer)
            post(
                GST_MESSAGE_ERROR,
                GST_STREAM_ERROR_FORMAT,
                "A picture has not the format that was announced. Another source or decoder may help."
            )
            return GST_FLOW_ERROR
        }
    }

    func event(_ pad: UnsafeMutablePointer<GstPad>, _ event: UnsafeMutablePointer<GstEvent>) -> Bool {
        guard PadAddress(pad) == sink, gst_shim_event_is_serialized(event) != 0 else {
            return gst_pad_event_default(pad, pad.pointee.object.parent, event) != 0
        }
        let address = ObjectAddress(event)
        switch event.pointee.type {
        case GST_EVENT_FLUSH_STOP:
            let source = source
            stream.withLock { stream in
                stream.flush(source)
                stream.resetSegment()
            }
            return gst_pad_push_event(source.pointer, event) != 0
        case GST_EVENT_CAPS:
            return takeCaps(address)
        case GST_EVENT_SEGMENT:
            stream.withLock { $0.setSegment(address) }
        case GST_EVENT_EOS, GST_EVENT_SEGMENT_DONE, GST_EVENT_STREAM_START:
            _ = drain()
        case GST_EVENT_GAP where stream.withLock({ $0.isPause(address) }):
            _ = drain()
        default:
            break
        }
        stream.withLock { $0.hold(address) }
        _ = sendWhatIsDue()
        return true
    }

    func query(_ pad: UnsafeMutablePointer<GstPad>, _ query: UnsafeMutablePointer<GstQuery>) -> Bool {
        switch query.pointee.type {
        case GST_QUERY_LATENCY where PadAddress(pad) == source:
            return addLatency(query)
        case GST_QUERY_ALLOCATION where PadAddress(pad) == sink:
            return offerMemory(query)
        default:
            return gst_pad_query_default(pad, pad.pointee.object.parent, query) != 0
        }
    }

    /// Ends the old format and begins with a new one; the event is taken over.
    private func takeCaps(_ event: ObjectAddress<GstEvent>) -> Bool {
        var caps: UnsafeMutablePointer<GstCaps>?
        gst_event_parse_caps(event.pointer, &caps)
        guard let caps else { return false }
        let address = ObjectAddress(caps)
        if stream.withLock({ $0.isFormat(address) }) {
            stream.withLock { $0.hold(event) }
            return sendWhatIsDue() == GST_FLOW_OK
        }
        _ = drain()
        guard stream.withLock({ $0.setFormat(address) }) else {
            gst_event_unref(event.pointer)
            return false
        }
        return gst_pad_push_event(source.pointer, event.pointer) != 0 && start()
    }

    /// The delay comes on top of what is upstream.
    private func addLatency(_ query: UnsafeMutablePointer<GstQuery>) -> Bool {
        guard gst_pad_peer_query(sink.pointer, query) != 0 else { return false }
        let delay = UInt(shared.withLock { $0.delay.nanoseconds })
        var isLive: gboolean = 0
        var (minimum, maximum) = (UInt(0), UInt.max)
        gst_query_parse_latency(query, &isLive, &minimum, &maximum)
        gst_query_set_latency(query, isLive, minimum.adding(delay), maximum.adding(delay))
        return true
    }

    /// Lets the previous element lay its pictures out as the next one can read them.
    ///
    /// The next one's own buffers are for the pictures that come out, unless all just pass. It may be able to cut
    /// pictures out of larger ones; here, where they are looked at, they have to come cut out.
    private func offerMemory(_ query: UnsafeMutablePointer<GstQuery>) -> Bool {
        let isAnswered = gst_pad_peer_query(source.pointer, query) != 0
        guard shared.withLock({ $0.activeMode != .off }) else { return isAnswered }
        for _ in 0..<gst_query_get_n_allocation_pools(query) {
            gst_query_remove_nth_allocation_pool(query, 0)
        }
        var index: UInt32 = 0
        while gst_query_find_allocation_meta(query, gst_video_crop_meta_api_get_type(), &index) != 0 {
            gst_query_remove_nth_allocation_meta(query, index)
        }
        return isAnswered
    }
}

extension UInt {
    /// A time that is so much later; without end if it is beyond what can be told, or was before.
    fileprivate func adding(_ delay: UInt) -> UInt {
        let (sum, isTooMuch) = addingReportingOverflow(delay)
        return isTooMuch ? .max : sum
    }
}
