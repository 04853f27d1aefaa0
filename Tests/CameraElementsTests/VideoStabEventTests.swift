import CGStreamer
import GStreamer
import Stabilization
import Testing

@testable import CameraElements

/// Events keep their place between the pictures, whatever is held back.
@Suite(.timeLimit(.minutes(15))) struct VideoStabEventTests {
    private static let step: UInt = 40_000_000
    private let pictures = Pictures(format: .gray8, width: 160, height: 90)
    private let picture: [UInt8]

    init() throws {
        try Gst.initialize()
        registerElements()
        picture = pictures.picture(0)
    }

    private func bench(_ mode: String) -> PadBench {
        let bench = PadBench("videostab", ["mode": mode])
        bench.begin(pictures.caps)
        return bench
    }

    /// The order of what came out: numbers for pictures, by their time.
    private func order(_ items: [PadBench.Item]) -> [String] {
        items.map { item in
            switch item {
            case .picture(let picture): "\(picture.time / Self.step)"
            case .event(let name): name
            }
        }
    }

    @Test(arguments: StabilizationMode.allCases)
    func eventsComeBetweenTheSamePictures(mode: StabilizationMode) {
        let bench = bench(mode.rawValue)
        var expected = ["stream-start", "caps", "segment"]
        for number in 0..<40 {
            bench.push(picture, time: UInt(number) * Self.step)
            expected.append("\(number)")
            if number % 5 == 2 {
                bench.sendMark("mark-\(number)")
                expected.append("mark-\(number)")
            }
            if number % 7 == 3 {
                bench.send(gst_event_new_gap(UInt(number) * Self.step, Self.step))
                bench.send(gst_event_new_tag(gst_tag_list_new_empty()))
                expected += ["gap", "tag"]
            }
            if number == 20 {
                bench.sendSegment(start: 1)
                expected.append("segment")
            }
        }
        bench.send(gst_event_new_eos())
        #expect(order(bench.taken()) == expected + ["eos"])
    }

    @Test func whatIsNotInLineDoesNotWait() {
        let bench = bench("cinematic")
        for number in 0..<5 { bench.push(picture, time: UInt(number) * Self.step) }
        _ = bench.taken()
        bench.send(
            gst_event_new_custom(GST_EVENT_CUSTOM_DOWNSTREAM_OOB, gst_structure_new_empty("now"))
        )
        #expect(order(bench.taken()) == ["custom-downstream-oob"])
        bench.sendUpstream(gst_event_new_qos(GST_QOS_TYPE_UNDERFLOW, 2, 1_000, Self.step))
        #expect(bench.upstreamEvents.last == "qos")
    }

    @Test func aFlushDropsThePicturesAndKeepsFacts() {
        let bench = bench("standard")
        for number in 0..<12 { bench.push(picture, time: UInt(number) * Self.step) }
        bench.send(gst_event_new_tag(gst_tag_list_new_empty()))
        bench.sendMark("lost")
        #expect(order(bench.taken()) == ["stream-start", "caps", "segment", "0", "1", "2", "3"])
        bench.send(gst_event_new_flush_start())
        #expect(bench.push(picture, time: 0) == GST_FLOW_FLUSHING)
        bench.send(gst_event_new_flush_stop(1))
        bench.sendSegment()
        for number in 50..<60 { bench.push(picture, time: UInt(number) * Self.step) }
        bench.send(gst_event_new_eos())
        let after = ["flush-start", "flush-stop", "segment", "tag"] + (50..<60).map { "\($0)" } + ["eos"]
        #expect(order(bench.taken()) == after)
    }

    @Test func newCapsWaitForTheOldPictures() {
        let bench = bench("cinematic")
        let small = Pictures(format: .i420, width: 160, height: 92)
        for number in 0..<20 { bench.push(picture, time: UInt(number) * Self.step) }
        #expect(bench.sendCaps(small.caps))
        for number in 20..<40 { bench.push(small.picture(number), time: UInt(number) * Self.step) }
        bench.send(gst_event_new_eos())
        let items = bench.taken()
        let expected =
            ["stream-start", "caps", "segment"] + (0..<20).map { "\($0)" } + ["caps"]
            + (20..<40).map { "\($0)" } + ["eos"]
        #expect(order(items) == expected)
        let sizes = items.compactMap {
            if case .picture(let picture) = $0 { picture.bytes.count } else { nil }
        }
        #expect(
            sizes == [Int](repeating: picture.count, count: 20)
                + [Int](repeating: small.layout.size, count: 20)
        )
    }

    @Test func theSameCapsAgainChangeNothing() {
        let bench = bench("standard")
        for number in 0..<10 { bench.push(picture, time: UInt(number) * Self.step) }
        _ = bench.taken()
        #expect(bench.sendCaps(pictures.caps))
        #expect(bench.taken().isEmpty)
        bench.send(gst_event_new_eos())
        #expect(order(bench.taken()) == (2..<10).map { "\($0)" } + ["caps", "eos"])
    }

    @Test(arguments: ["format=RGB, width=160, height=90", "format=I420, width=64, height=64"])
    func capsThatNobodyKnowsAreRefused(caps: String) {
        let bench = bench("standard")
        bench.sendCaps("video/x-raw, framerate=25/1, \(caps)")
        #expect(bench.push(picture, time: 0) == GST_FLOW_NOT_NEGOTIATED)
    }

    @Test func aLongPauseSendsWhatIsHeldBack() {
        let bench = bench("cinematic")
        for number in 0..<5 { bench.push(picture, time: UInt(number) * Self.step) }
        _ = bench.taken()
        bench.send(gst_event_new_gap(5 * Self.step, Self.step))
        #expect(bench.taken().isEmpty)
        bench.send(gst_event_new_gap(6 * Self.step, 1_000_000_000))
        #expect(order(bench.taken()) == ["0", "1", "2", "3", "4", "gap", "gap"])
        for number in 40..<60 { bench.push(picture, time: UInt(number) * Self.step) }
        bench.send(gst_event_new_eos())
        #expect(bench.takenPictures.count == 20)
    }

    @Test func aPathBeginsAnewAfterABreakOnly() {
        let bench = bench("lowlatency")
        func cuts(_ times: [UInt]) -> UInt64 {
            let before = bench.count("cuts") ?? 0
            for time in times { bench.push(picture, time: time * Self.step) }
            return (bench.count("cuts") ?? 0) - before
        }
        // What the stabilizer makes of a break is its business; that it hears of each is the element's.
        _ = cuts([0])
        let afterLoss = cuts([1, 3, 6, 8])
        let afterPause = cuts([108, 109])
        #expect(afterLoss == 0)
        #expect(afterPause <= 1)
        #expect(bench.count("frames-out") == 7)
    }

    @Test func nothingIsHeldAfterAStop() {
        let bench = bench("cinematic")
        for number in 0..<10 { bench.push(picture, time: UInt(number) * Self.step) }
        gst_element_set_state(bench.element.pointer, GST_STATE_READY)
        #expect(bench.property("active-mode") == .choice(VideoStabMode.off.number))
        _ = bench.taken()
        gst_element_set_state(bench.element.pointer, GST_STATE_PLAYING)
        bench.begin(pictures.caps, id: "again")
        for number in 0..<20 { bench.push(picture, time: UInt(number) * Self.step) }
        bench.send(gst_event_new_eos())
        #expect(bench.takenPictures.map(\.time) == (0..<20).map { UInt($0) * Self.step })
        #expect(bench.count("frames-in") == 20)
    }
}
