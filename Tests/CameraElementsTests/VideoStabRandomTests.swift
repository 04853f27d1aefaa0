import CGStreamer
import GStreamer
import Stabilization
import Testing

@testable import CameraElements

/// Anything in any order.
@Suite(.timeLimit(.minutes(15))) struct VideoStabRandomTests {
    private static let step: UInt = 40_000_000

    init() throws {
        try Gst.initialize()
        registerElements()
    }

    /// One bench, what it was sent since the last flush, and what may still come.
    private struct Player {
        let bench = PadBench("videostab", ["mode": "standard"])
        var random: Seeded
        var pictures = Pictures(format: .gray8, width: 160, height: 90)
        var picture: [UInt8] = []
        var time: UInt = 0
        var expected: [UInt] = []
        var seen: [UInt] = []

        init(seed: UInt64) {
            random = Seeded(state: seed)
            picture = pictures.picture(0)
            bench.begin(pictures.caps)
        }

        mutating func collect() {
            seen += bench.takenPictures.map(\.time)
        }

        mutating func act() {
            switch Int.random(in: 0..<40, using: &random) {
            case 0: changeCaps()
            case 1: flush()
            case 2:
                bench.set(
                    "mode",
                    ["off", "lowlatency", "standard", "cinematic", "auto"].randomElement(using: &random) ?? ""
                )
            case 3: bench.set("look-ahead", "\(Int.random(in: -1...30, using: &random))")
            case 4: bench.set("crop", "\(Double.random(in: 0...0.2, using: &random))")
            case 5: bench.set("strength", "\(Double.random(in: 0...1, using: &random))")
            case 6: bench.sendMark("mark")
            case 7: bench.send(gst_event_new_gap(time, Self.duration(using: &random)))
            case 8: bench.sendSegment(start: UInt.random(in: 0...1, using: &random))
            case 9: time += UInt.random(in: 0...2_000_000_000, using: &random)
            case 10: restart()
            case 11: _ = (bench.property("stats"), bench.latency)
            case 12: bench.sendUpstream(gst_event_new_reconfigure())
            default: push()
            }
            collect()
        }

        private static func duration(using random: inout Seeded) -> UInt {
            Bool.random(using: &random) ? UInt.max : UInt.random(in: 1...1_000_000_000, using: &random)
        }

        private mutating func push() {
            if bench.push(picture, time: time) == GST_FLOW_OK { expected.append(time) }
            time += VideoStabRandomTests.step
        }

        private mutating func changeCaps() {
            let format = PixelFormat.allCases.randomElement(using: &random) ?? .i420
            let (width, height) =
                [(160, 90), (162, 91), (176, 144)].randomElement(using: &random) ?? (160, 90)
            pictures = Pictures(format: format, width: width, height: height)
            picture = pictures.picture(0)
            bench.sendCaps(pictures.caps)
        }

        /// What is held back may be lost, the rest not.
        private mutating func flush() {
            collect()
            bench.send(gst_event_new_flush_start())
            bench.send(gst_event_new_flush_stop(1))
            bench.sendSegment()
            forgetHeld()
        }

        private mutating func restart() {
            collect()
            gst_element_set_state(bench.element.pointer, GST_STATE_READY)
            gst_element_set_state(bench.element.pointer, GST_STATE_PLAYING)
            bench.begin(pictures.caps, id: "\(time)")
            forgetHeld()
        }

        private mutating func forgetHeld() { expected = Array(expected.prefix(seen.count)) }
    }

    @Test(arguments: [UInt64](1...4))
    func everyPictureComesOutOnceAndInOrder(seed: UInt64) {
        var player = Player(seed: seed)
        for _ in 0..<400 { player.act() }
        player.bench.send(gst_event_new_eos())
        player.collect()
        #expect(player.seen.count > 100)
        #expect(player.seen == player.expected)
    }

    @Test func statesGoUpAndDown() {
        let pictures = Pictures(format: .nv12, width: 160, height: 90)
        let picture = pictures.picture(0)
        let bench = PadBench("videostab", ["mode": "cinematic"])
        let element = bench.element.pointer
        for round in 0..<100 {
            bench.begin(pictures.caps, id: "\(round)")
            for number in 0..<UInt(round % 3) { bench.push(picture, time: number * Self.step) }
            for state in [
                GST_STATE_PAUSED, GST_STATE_PLAYING, GST_STATE_PAUSED, GST_STATE_READY, GST_STATE_NULL,
            ] {
                #expect(gst_element_set_state(element, state) == GST_STATE_CHANGE_SUCCESS)
            }
            #expect(gst_element_set_state(element, GST_STATE_PLAYING) == GST_STATE_CHANGE_SUCCESS)
        }
    }
}
