internal import CGStreamer

/// A message from a pipeline, copied out of GStreamer; only the kinds a recorder acts on.
public enum BusMessage: Sendable {
    /// A fatal error of one element.
    case error(ElementReport)
    /// A complaint that does not end the pipeline.
    case warning(ElementReport)
    /// Every sink has seen the end of its stream.
    case endOfStream
    /// An element message, with its structure and the name of the element.
    case element(CapsStructure, source: String)
    /// A sink is about to open a window of its own; whoever has one gives it now, on this thread.
    case prepareWindowHandle(Element)
    /// An element's latency changed; the pipeline should work it out again.
    case latency
    /// A source or sink dropped or repeated frames; the total that it counts itself, where it does.
    case qualityOfService(source: String, dropped: Int64)

    /// What an element said in an error or a warning.
    public struct ElementReport: Sendable, Hashable {
        /// The name of the element.
        public let element: String
        /// The name of the element's factory.
        public let factory: String
        /// What the report is about.
        public let domain: Domain
        /// The code within the domain, as `GstResourceError` and its siblings number them.
        public let code: Int
        /// GStreamer's sentence, without its full stop.
        public let message: String
        /// Text for developers; may be empty.
        public let debug: String

        /// The families of GStreamer's error codes.
        public enum Domain: Sendable, Hashable {
            /// `GST_CORE_ERROR`
            case core
            /// `GST_LIBRARY_ERROR`
            case library
            /// `GST_RESOURCE_ERROR`: devices and files.
            case resource
            /// `GST_STREAM_ERROR`: formats and data.
            case stream
            /// Any other.
            case other
        }
    }

    init?(reading message: UnsafeMutablePointer<GstMessage>) {
        switch message.pointee.type {
        case GST_MESSAGE_ERROR:
            self = .error(ElementReport(message, parsing: gst_message_parse_error))
        case GST_MESSAGE_WARNING:
            self = .warning(ElementReport(message, parsing: gst_message_parse_warning))
        case GST_MESSAGE_EOS:
            self = .endOfStream
        case GST_MESSAGE_LATENCY:
            self = .latency
        case GST_MESSAGE_ELEMENT:
            if gst_is_video_overlay_prepare_window_handle_message(message) != 0,
                let sink = message.pointee.src
            {
                self = .prepareWindowHandle(Element(reference: ObjectReference(retaining: sink)))
                return
            }
            guard let structure = gst_message_get_structure(message) else { return nil }
            self = .element(CapsStructure(reading: structure), source: BusMessage.sourceName(message))
        case GST_MESSAGE_QOS:
            var processed: UInt = 0
            var dropped: UInt = 0
            var format = GST_FORMAT_UNDEFINED
            gst_message_parse_qos_stats(message, &format, &processed, &dropped)
            let count = dropped == UInt.max ? 0 : Int64(clamping: dropped)
            self = .qualityOfService(source: BusMessage.sourceName(message), dropped: count)
        default:
            return nil
        }
    }

    static func sourceName(_ message: UnsafeMutablePointer<GstMessage>) -> String {
        guard let source = message.pointee.src, let name = gst_object_get_name(source) else { return "" }
        defer { g_free(name) }
        return String(cString: name)
    }
}

extension BusMessage.ElementReport {
    typealias Parser = (
        UnsafeMutablePointer<GstMessage>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    ) -> Void

    init(_ message: UnsafeMutablePointer<GstMessage>, parsing parse: Parser) {
        var error: UnsafeMutablePointer<GError>?
        var debug: UnsafeMutablePointer<CChar>?
        parse(message, &error, &debug)
        defer {
            if let error { g_error_free(error) }
            g_free(debug)
        }
        element = BusMessage.sourceName(message)
        let source = message.pointee.src.map { UnsafeMutableRawPointer($0) }
        factory = source.map { Element(reference: ObjectReference(retaining: $0)).factoryNameIfElement } ?? ""
        code = Int(error?.pointee.code ?? 0)
        let sentence = error?.pointee.message.map { String(cString: $0) } ?? ""
        self.message = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
        self.debug = debug.map { String(cString: $0) } ?? ""
        switch error?.pointee.domain ?? 0 {
        case gst_core_error_quark(): domain = .core
        case gst_library_error_quark(): domain = .library
        case gst_resource_error_quark(): domain = .resource
        case gst_stream_error_quark(): domain = .stream
        default: domain = .other
        }
    }
}

extension Element {
    fileprivate var factoryNameIfElement: String {
        gst_shim_is_element(reference.pointer) != 0 ? factoryName ?? "" : ""
    }
}
