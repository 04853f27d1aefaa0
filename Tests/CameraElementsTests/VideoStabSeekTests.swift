import CGStreamer
import GStreamer
import Testing

@testable import CameraElements

/// Seeks, with their flushes, and new formats from another thread, while pictures stream.
@Suite(.timeLimit(.minutes(15))) struct VideoStabSeekTests {
    private static let patience: UInt = 60_000_000_000

    init() throws {
        try Gst.initialize()
        registerElements()
    }

    /// A pipeline that plays as fast as it can, from the end back to the beginning whenever it is sent there.
    private final class Playing {
        let pipeline: UnsafeMutablePointer<GstElement>
        private let caps: UnsafeMutablePointer<GstElement>
        private let steady: UnsafeMutablePointer<GstElement>
        private let bus: UnsafeMutablePointer<GstBus>

        init() throws {
            // A capsfilter that takes new caps at once refuses the picture that was on its way, whoever stands behind it.
            pipeline = try #require(
                gst_parse_launch(
                    "videotestsrc horizontal-speed=3 num-buffers=1000000 ! capsfilter name=caps caps-change-mode=delayed"
                        + " ! videostab name=steady mode=cinematic ! fakesink sync=false",
                    nil
                )
            )
            let bin = UnsafeMutableRawPointer(pipeline).assumingMemoryBound(to: GstBin.self)
            caps = try #require(gst_bin_get_by_name(bin, "caps"))
            steady = try #require(gst_bin_get_by_name(bin, "steady"))
            bus = gst_element_get_bus(pipeline)
            set(caps, "caps", Playing.format(0))
            gst_element_set_state(pipeline, GST_STATE_PLAYING)
        }

        deinit {
            gst_element_set_state(pipeline, GST_STATE_NULL)
            gst_object_unref(bus)
            gst_object_unref(steady)
            gst_object_unref(caps)
            gst_object_unref(pipeline)
        }

        private static func format(_ number: Int) -> String {
            let format = ["I420", "NV12", "YUY2", "GRAY8"][number % 4]
            let size = [(160, 90), (176, 144), (202, 102)][number / 4 % 3]
            return "video/x-raw, format=\(format), width=\(size.0), height=\(size.1), framerate=30/1"
        }

        private func set(_ element: UnsafeMutablePointer<GstElement>, _ property: String, _ value: String) {
            gst_util_set_object_arg(
                UnsafeMutableRawPointer(element).assumingMemoryBound(to: GObject.self),
                property,
                value
            )
        }

        /// Does one thing; false when the pipeline refused it.
        func act(_ dice: inout some RandomNumberGenerator) -> Bool {
            switch Int.random(in: 0..<7, using: &dice) {
            case 0, 1:
                set(caps, "caps", Playing.format(Int.random(in: 0..<12, using: &dice)))
                return true
            case 2:
                let mode = ["off", "lowlatency", "standard", "cinematic", "auto"].randomElement(using: &dice)
                set(steady, "mode", mode ?? "off")
                return true
            default:
                let flags = [GST_SEEK_FLAG_ACCURATE, GST_SEEK_FLAG_KEY_UNIT].randomElement(using: &dice)
                return seek(
                    to: Int.random(in: 0..<3_600_000_000_000, using: &dice),
                    flags ?? GST_SEEK_FLAG_ACCURATE
                )
            }
        }

        func seek(to time: Int, _ flag: GstSeekFlags) -> Bool {
            let flags = GstSeekFlags(rawValue: flag.rawValue | GST_SEEK_FLAG_FLUSH.rawValue)
            return gst_element_seek_simple(pipeline, GST_FORMAT_TIME, flags, time) != 0
        }

        /// How far it plays; nil when it does not come to play at all.
        func position(within patience: UInt) -> Int? {
            let deadline = gst_util_get_timestamp() + UInt(patience)
            var position = 0
            while gst_element_get_state(pipeline, nil, nil, patience) == GST_STATE_CHANGE_SUCCESS {
                // Between a flush and the first picture behind it a sink does not know where it is.
                if gst_element_query_position(pipeline, GST_FORMAT_TIME, &position) != 0 { return position }
                guard gst_util_get_timestamp() < deadline else { break }
                usleep(1000)
            }
            return nil
        }

        /// The first error that was posted.
        var error: String? {
            guard let message = gst_bus_pop_filtered(bus, GST_MESSAGE_ERROR) else { return nil }
            defer { gst_message_unref(message) }
            var text: UnsafeMutablePointer<GError>?
            var details: UnsafeMutablePointer<CChar>?
            gst_message_parse_error(message, &text, &details)
            defer {
                g_error_free(text)
                g_free(details)
            }
            return text.map {
                String(cString: $0.pointee.message) + (details.map { " " + String(cString: $0) } ?? "")
            }
        }
    }

    @Test(arguments: [UInt64](1...4)) func nothingHangsWhateverIsAskedOfIt(seed: UInt64) throws {
        let playing = try Playing()
        // Before the first picture GStreamer itself is not to be sought in.
        try #require(playing.position(within: Self.patience) != nil)
        var dice = Seeded(state: seed)
        for number in 0..<250 {
            try #require(playing.act(&dice), "refused at \(number), seed \(seed)")
            if number % 10 == 9 {
                let position = playing.position(within: Self.patience)
                let error = playing.error
                try #require(error == nil, "failed at \(number), seed \(seed)")
                try #require(position != nil, "stuck at \(number), seed \(seed)")
            }
        }
        // It still plays as it should.
        try #require(playing.seek(to: 7_000_000_000, GST_SEEK_FLAG_ACCURATE))
        let position = try #require(playing.position(within: Self.patience))
        #expect(position >= 7_000_000_000)
    }
}
