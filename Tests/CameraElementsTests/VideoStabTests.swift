import CGStreamer
import GStreamer
import Stabilization
import Testing

@testable import CameraElements

/// What goes into `videostab` and what comes out, by value.
@Suite(.timeLimit(.minutes(15))) struct VideoStabTests {
    private static let delays = ["off": 0, "lowlatency": 0, "standard": 8, "cinematic": 15]
    private static let step: UInt = 40_000_000

    init() throws {
        try Gst.initialize()
        registerElements()
    }

    private func bench(_ properties: [String: String], _ pictures: Pictures) -> PadBench {
        bench(properties, pictures.caps)
    }

    private func bench(_ properties: [String: String], _ caps: String) -> PadBench {
        let bench = PadBench("videostab", properties)
        bench.begin(caps)
        _ = bench.taken()
        return bench
    }

    @Test(arguments: StabilizationMode.allCases, PixelFormat.allCases)
    func asManyPicturesComeOutWithTheirTimes(mode: StabilizationMode, format: PixelFormat) throws {
        let delay = try #require(Self.delays[mode.rawValue])
        for (width, height) in [(160, 90), (202, 101)] {
            let pictures = Pictures(format: format, width: width, height: height)
            let bench = bench(["mode": mode.rawValue], pictures)
            let sent = (0..<30).map { pictures.picture($0) }
            var counts: [Int] = []
            var out: [PadBench.Picture] = []
            for (number, bytes) in sent.enumerated() {
                let flow = bench.push(bytes, time: UInt(number) * Self.step) { buffer in
                    buffer.pointee.offset = UInt(number + 100)
                }
                #expect(flow == GST_FLOW_OK)
                out += bench.takenPictures
                counts.append(out.count)
            }
            #expect(counts == (1...30).map { max(0, $0 - delay) })
            bench.send(gst_event_new_eos())
            let rest = bench.taken()
            #expect(rest.last == .event("eos"))
            #expect(rest.count == delay + 1)
            out += rest.compactMap { if case .picture(let picture) = $0 { picture } else { nil } }
            #expect(out.map(\.time) == (0..<30).map { UInt($0) * Self.step })
            #expect(out.allSatisfy { $0.duration == Self.step })
            #expect(out.map(\.offset) == (100..<130).map { UInt64($0) })
            let isRight = pictures.areEqual(out.map(\.bytes), pictures.stabilized(sent, mode))
            #expect(isRight)
            #expect(bench.count("frames-in") == 30)
            #expect(bench.count("frames-out") == 30)
        }
    }

    @Test func picturesPassUntouchedWhenItIsOff() {
        let pictures = Pictures(format: .i420, width: 160, height: 90)
        let bench = bench(["mode": "off"], pictures)
        var sent: [UInt] = []
        var out: [UInt] = []
        for number in 0..<5 {
            bench.push(pictures.picture(number), time: UInt(number) * Self.step) {
                sent.append(UInt(bitPattern: $0))
            }
            out += bench.takenPictures.map(\.address)
        }
        #expect(out == sent)
        #expect(bench.upstreamEvents.isEmpty)
    }

    @Test(arguments: PixelFormat.allCases)
    func rowsWithPaddingAreReadAsTheirMetaSays(format: PixelFormat) {
        let pictures = Pictures(format: format, width: 160, height: 90)
        let bench = bench(["mode": "lowlatency"], pictures)
        let sent = (0..<4).map { pictures.picture($0) }
        let videoFormat = gst_video_format_from_string(format.rawValue.uppercased())
        for (number, bytes) in sent.enumerated() {
            let padded = pictures.padded(bytes, by: 24)
            bench.push(padded.bytes, time: UInt(number) * Self.step) { buffer in
                var offsets = padded.offsets.map { UInt($0) } + [0, 0, 0]
                var strides = padded.strides.map { Int32($0) } + [0, 0, 0]
                gst_buffer_add_video_meta_full(
                    buffer,
                    GST_VIDEO_FRAME_FLAG_NONE,
                    videoFormat,
                    160,
                    90,
                    UInt32(padded.strides.count),
                    &offsets,
                    &strides
                )
            }
        }
        let out = bench.takenPictures
        let isRight = pictures.areEqual(out.map(\.bytes), pictures.stabilized(sent, .lowlatency))
        #expect(isRight)
        #expect(out.allSatisfy { !$0.metas.contains("GstVideoMetaAPI") })
    }

    @Test func flagsAndMetasStayWithTheirPicture() {
        let pictures = Pictures(format: .nv12, width: 160, height: 90)
        let bench = bench(["mode": "standard"], pictures)
        let caps = gst_caps_from_string("timestamp/x-unix")
        defer { gst_caps_unref(caps) }
        for number in 0..<20 {
            bench.push(pictures.picture(number), time: UInt(number) * Self.step) { buffer in
                guard number % 3 == 0 else { return }
                buffer.pointee.mini_object.flags |= GST_BUFFER_FLAG_MARKER.rawValue
                gst_buffer_add_reference_timestamp_meta(buffer, caps, UInt(number), UInt.max)
            }
        }
        bench.send(gst_event_new_eos())
        for (number, picture) in bench.takenPictures.enumerated() {
            #expect((picture.flags & GST_BUFFER_FLAG_MARKER.rawValue != 0) == (number % 3 == 0))
            #expect(picture.metas == (number % 3 == 0 ? ["GstReferenceTimestampMetaAPI"] : []))
        }
    }

    @Test func theLatencyIsExactlyThePicturesHeldBack() {
        let pictures = Pictures(format: .i420, width: 160, height: 90)
        for (settings, count) in [
            (["mode": "off"], UInt(0)), (["mode": "lowlatency"], 0), (["mode": "standard"], 8),
            (["mode": "cinematic"], 15), (["mode": "standard", "look-ahead": "3"], 3),
            (["mode": "cinematic", "look-ahead": "30"], 30), (["mode": "standard", "look-ahead": "0"], 0),
        ] {
            let bench = bench(settings, pictures)
            #expect(bench.latency?.isLive == true)
            #expect(bench.latency?.minimum == 10_000_000 + count * Self.step)
            #expect(bench.latency?.maximum == 50_000_000 + count * Self.step)
        }
    }

    /// Below two pictures a second, as caps say it or as it is found out.
    @Test func slowPicturesAreSteadiedWithTheirDelay() {
        let pictures = Pictures(format: .gray8, width: 160, height: 90)
        let sent = (0..<60).map { pictures.picture($0) }
        let slow: UInt = 700_000_000
        func play(_ rate: String, _ distance: UInt) -> (latency: UInt?, cuts: UInt64?, bytes: [[UInt8]]) {
            let bench = bench(["mode": "standard"], pictures.caps.replacing("25/1", with: rate))
            for (number, picture) in sent.enumerated() { bench.push(picture, time: UInt(number) * distance) }
            bench.send(gst_event_new_eos())
            let out = bench.takenPictures
            #expect(out.map(\.time) == (0..<60).map { UInt($0) * distance })
            return (bench.latency?.minimum, bench.count("cuts"), out.map(\.bytes))
        }
        let announced = play("10/7", slow)
        #expect(announced.latency == 10_000_000 + 8 * slow)
        #expect(announced.cuts == 1)
        let isRight = pictures.areEqual(
            announced.bytes,
            pictures.stabilized(sent, .standard, distance: UInt64(slow))
        )
        #expect(isRight)
        let foundOut = play("0/1", slow)
        let step: UInt = 1_000_000_000 / 30 / 8 + 1
        #expect(foundOut.latency.map { (8 * slow...8 * (slow + step)) ~= $0 - 10_000_000 } == true)
        #expect(foundOut.cuts.map { $0 < 12 } == true)
    }

    @Test func absurdRatesAreSurvived() throws {
        let pictures = Pictures(format: .gray8, width: 160, height: 90)
        for (rate, duration) in [
            ("1/2147483647", UInt(3_600_000_000_000)), ("1/3600", 3_600_000_000_000), ("2147483647/1", 1),
        ] {
            for (mode, count) in [("standard", UInt(8)), ("cinematic", 15), ("auto", 8)] {
                let caps = pictures.caps.replacing("25/1", with: rate)
                let bench = bench(["mode": mode], caps)
                #expect(bench.latency?.minimum == 10_000_000 + count * duration, "\(rate) \(mode)")
                // Enough for the automatic choice to be looked at again; without times, it reckons with the caps'.
                for number in 0..<70 {
                    let time = number % 2 == 0 ? UInt.max : UInt.max - 100 + UInt(number)
                    #expect(bench.push(pictures.picture(number), time: time) == GST_FLOW_OK)
                }
                bench.send(gst_event_new_eos())
                #expect(bench.takenPictures.count == 70)
            }
        }
    }

    /// As of a camera that says 30 pictures a second and takes fewer in low light.
    @Test func theLatencyFollowsPicturesThatComeSlower() throws {
        let pictures = Pictures(format: .gray8, width: 160, height: 90)
        let caps = pictures.caps.replacing("framerate=25/1", with: "framerate=30/1")
        for (mode, count) in [("lowlatency", UInt(0)), ("standard", 8), ("cinematic", 15)] {
            let bus = gst_bus_new()
            defer { gst_object_unref(bus) }
            let bench = PadBench("videostab", ["mode": mode])
            gst_element_set_bus(bench.element.pointer, bus)
            defer { gst_element_set_bus(bench.element.pointer, nil) }
            bench.begin(caps)
            var (time, posted) = (UInt(0), 0)
            func push(_ distance: (Int) -> UInt) throws -> UInt {
                for number in 0..<60 {
                    bench.push(pictures.picture(number), time: time)
                    time += distance(number)
                }
                while let message = gst_bus_pop(bus) {
                    if message.pointee.type == GST_MESSAGE_LATENCY { posted += 1 }
                    gst_message_unref(message)
                }
                return try #require(bench.latency).minimum - 10_000_000
            }
            let announced = posted + (count == 0 ? 0 : 1)
            // One that is lost now and then is no reason.
            #expect(try push { $0 % 20 == 9 ? 66_666_666 : 33_333_333 } == count * 33_333_333)
            #expect(posted == announced)
            let told = try push { _ in 66_666_667 }
            #expect((count * 66_666_667...count * (66_666_667 + 4_166_667)) ~= told, "\(mode)")
            #expect(try push { _ in 33_333_333 } == told)
            #expect(posted == announced * 2)
            // A format of its own begins with what it says.
            bench.sendCaps(pictures.caps)
            #expect(try push { _ in 40_000_000 } == count * 40_000_000)
        }
    }

    @Test func aChangeOfTheDelayIsPosted() {
        let pictures = Pictures(format: .i420, width: 160, height: 90)
        let bus = gst_bus_new()
        defer { gst_object_unref(bus) }
        let bench = PadBench("videostab", ["mode": "standard"])
        gst_element_set_bus(bench.element.pointer, bus)
        func posted() -> Int {
            var count = 0
            while let message = gst_bus_pop(bus) {
                if message.pointee.type == GST_MESSAGE_LATENCY { count += 1 }
                gst_message_unref(message)
            }
            return count
        }
        bench.begin(pictures.caps)
        #expect(posted() == 1)
        bench.push(pictures.picture(0), time: 0)
        #expect(posted() == 0)
        bench.set("mode", "cinematic")
        bench.push(pictures.picture(1), time: Self.step)
        #expect(posted() == 1)
        bench.set("crop", "0.05")
        bench.push(pictures.picture(2), time: 2 * Self.step)
        #expect(posted() == 0)
        gst_element_set_bus(bench.element.pointer, nil)
    }

    @Test func theModeCanChangeAtAnyTime() {
        let pictures = Pictures(format: .yuy2, width: 160, height: 90)
        let bench = bench(["mode": "standard"], pictures)
        #expect(bench.property("active-mode") == .choice(VideoStabMode.standard.number))
        var time: UInt = 0
        var out: [UInt] = []
        for mode in ["standard", "off", "cinematic", "lowlatency", "off", "off", "standard"] {
            bench.set("mode", mode)
            // Long enough for the crop to be eased.
            for number in 0..<20 {
                bench.push(pictures.picture(number), time: time)
                time += Self.step
            }
            out += bench.takenPictures.map(\.time)
            #expect(bench.property("active-mode") == .choice(VideoStabMode(rawValue: mode)?.number ?? -1))
        }
        bench.send(gst_event_new_eos())
        out += bench.takenPictures.map(\.time)
        #expect(out == (0..<140).map { UInt($0) * Self.step })
        #expect(
            bench.upstreamEvents == [
                "reconfigure", "reconfigure", "reconfigure", "reconfigure", "reconfigure",
            ]
        )
    }

    /// A ramp shows at its left edge how much is cut off; nothing can be tracked in it, so nothing else moves it.
    @Test func theCropComesAndGoesSoftly() {
        let pictures = Pictures(format: .gray8, width: 320, height: 180)
        let ramp = (0..<pictures.layout.size).map { UInt8($0 % 320 * 4 / 5) }
        let bench = bench(["mode": "off"], pictures)
        var edges: [Int] = []
        var time: UInt = 0
        func play(_ property: String, _ value: String) {
            bench.set(property, value)
            for _ in 0..<40 {
                bench.push(ramp, time: time)
                time += Self.step
            }
            edges += bench.takenPictures.map { Int($0.bytes[90 * 320]) }
        }
        // What is cut off at the left: a twentieth, a tenth, and nothing.
        for (property, value, edge) in [
            ("mode", "off", 0), ("mode", "standard", 13), ("crop", "0.2", 26), ("mode", "cinematic", 26),
            ("crop", "0.1", 13), ("mode", "off", 0),
        ] {
            play(property, value)
            #expect(edges.last.map { abs($0 - edge) <= 1 } == true, "\(property)=\(value): \(edges)")
        }
        #expect(edges.count == 240)
        #expect(zip(edges, edges.dropFirst()).allSatisfy { abs($1 - $0) <= 3 }, "\(edges)")
    }

    @Test func uprightPicturesOfFullSizeAreTaken() {
        let pictures = Pictures(format: .nv12, width: 2160, height: 3840)
        let bench = bench(["mode": "lowlatency"], pictures)
        let picture = pictures.picture(0)
        for number in 0..<2 { #expect(bench.push(picture, time: UInt(number) * Self.step) == GST_FLOW_OK) }
        let out = bench.takenPictures.map(\.bytes)
        #expect(pictures.areEqual(out, pictures.stabilized([picture, picture], .lowlatency)))
        bench.sendCaps(Pictures(format: .nv12, width: 2162, height: 3840).caps)
        #expect(bench.push(picture, time: 2 * Self.step) == GST_FLOW_NOT_NEGOTIATED)
    }

    @Test(arguments: ["cinematic", "auto"]) func whatCannotBeSteadiedPasses(mode: String) {
        let bench = PadBench("videostab", ["mode": mode])
        bench.begin(Pictures(format: .i420, width: 160, height: 90).caps + ", interlace-mode=interleaved")
        _ = bench.taken()
        bench.push(Pictures(format: .i420, width: 160, height: 90).picture(0), time: 0)
        #expect(bench.takenPictures.count == 1)
        #expect(bench.property("active-mode") == .choice(VideoStabMode.off.number))
    }

    @Test func aBufferThatIsTooSmallIsAnError() {
        let pictures = Pictures(format: .i420, width: 160, height: 90)
        let bench = bench(["mode": "standard"], pictures)
        #expect(bench.push([1, 2, 3], time: 0) == GST_FLOW_ERROR)
        #expect(bench.push(pictures.picture(0), time: 0) == GST_FLOW_OK)
    }

    @Test func theAnswerOfTheNextElementReachesThePreviousOne() {
        let pictures = Pictures(format: .gray8, width: 160, height: 90)
        let bench = bench(["mode": "lowlatency"], pictures)
        for flow in [GST_FLOW_EOS, GST_FLOW_FLUSHING, GST_FLOW_OK] {
            bench.answer(flow)
            #expect(bench.push(pictures.picture(0), time: 0) == flow)
        }
    }
}
