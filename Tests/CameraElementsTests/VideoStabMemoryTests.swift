import CGStreamer
import CGStreamerCheck
import GStreamer
import Synchronization
import Testing

@testable import CameraElements

/// Where the memory of the pictures is from.
@Suite(.timeLimit(.minutes(15))) struct VideoStabMemoryTests {
    private static let step: UInt = 40_000_000
    private let pictures = Pictures(format: .gray8, width: 160, height: 90)

    init() throws {
        try Gst.initialize()
        registerElements()
    }

    /// A bench whose next element offers one and the same pool each time, and how often it was asked for it.
    private func bench(
        _ mode: String,
        offering pool: ObjectAddress<GstBufferPool>,
        _ asked: Collected<Void>
    ) -> PadBench {
        let bench = PadBench("videostab", ["mode": mode])
        let size = UInt32(pictures.layout.size)
        bench.answerAllocation { query in
            asked.add(())
            gst_query_add_allocation_pool(query, pool.pointer, size, 2, 4)
        }
        bench.begin(pictures.caps)
        return bench
    }

    @Test func aPoolThatIsOfferedAgainStaysOn() throws {
        let pool = ObjectAddress(try #require(gst_video_buffer_pool_new()))
        defer { gst_object_unref(pool.pointer) }
        let asked = Collected<Void>()
        let bench = bench("standard", offering: pool, asked)
        var times: [UInt] = []
        func push(_ numbers: Range<Int>) {
            for number in numbers {
                let flow = bench.push(pictures.picture(number), time: UInt(number) * Self.step)
                #expect(flow == GST_FLOW_OK, "picture \(number)")
            }
            times += bench.takenPictures.map(\.time)
        }
        push(0..<12)
        // The link is new, but the first choice has taken that into account.
        #expect(asked.all.count == 1)
        bench.sendUpstream(gst_event_new_reconfigure())
        push(12..<24)
        #expect(asked.all.count == 2)
        // While the next element keeps a buffer.
        var kept: UnsafeMutablePointer<GstBuffer>?
        #expect(gst_buffer_pool_acquire_buffer(pool.pointer, &kept, nil) == GST_FLOW_OK)
        bench.sendUpstream(gst_event_new_reconfigure())
        push(24..<36)
        gst_buffer_unref(kept)
        #expect(asked.all.count == 3)
        // Another mode that has to begin anew.
        bench.set("mode", "off")
        push(36..<72)
        bench.set("mode", "cinematic")
        push(72..<100)
        #expect(asked.all.count == 4)
        bench.send(gst_event_new_eos())
        times += bench.takenPictures.map(\.time)
        #expect(times == (0..<100).map { UInt($0) * Self.step })
        #expect(gst_buffer_pool_is_active(pool.pointer) != 0)
        gst_element_set_state(bench.element.pointer, GST_STATE_READY)
        #expect(gst_buffer_pool_is_active(pool.pointer) == 0)
    }

    /// A pool that somebody else has switched on cannot be configured, and is left as it is.
    @Test func aPoolThatIsInUseElsewhereIsLeftAlone() throws {
        let pool = ObjectAddress(try #require(gst_buffer_pool_new()))
        defer { gst_object_unref(pool.pointer) }
        let configuration = gst_buffer_pool_get_config(pool.pointer)
        gst_buffer_pool_config_set_params(configuration, nil, 100, 1, 1)
        #expect(gst_buffer_pool_set_config(pool.pointer, configuration) != 0)
        #expect(gst_buffer_pool_set_active(pool.pointer, 1) != 0)
        let asked = Collected<Void>()
        let bench = bench("lowlatency", offering: pool, asked)
        for number in 0..<5 {
            #expect(bench.push(pictures.picture(number), time: UInt(number) * Self.step) == GST_FLOW_OK)
        }
        #expect(bench.takenPictures.count == 5)
        #expect(asked.all.count == 1)
        #expect(gst_buffer_pool_is_active(pool.pointer) != 0)
        gst_buffer_pool_set_active(pool.pointer, 0)
    }

    /// Whoever does not look at the pixels can leave the cutting to the next element.
    @Test func onlyPicturesThatJustPassMayBeCutOutLater() throws {
        for mode in ["off", "lowlatency", "standard"] {
            let harness = Harness("videostab", sink: "sink", source: "src", ["mode": mode])
            for meta in [gst_video_crop_meta_api_get_type(), gst_video_meta_api_get_type()] {
                gst_harness_add_propose_allocation_meta(harness.harness, meta, nil)
            }
            harness.begin(pictures.caps)
            let answer = try #require(harness.allocation(pictures.caps))
            #expect(answer.hasVideoMeta)
            #expect(answer.hasCropMeta == (mode == "off"), "\(mode)")
        }
    }

    /// A column's brightness is its number, so a picture's left edge tells where it was cut out.
    @Test(arguments: ["off", "lowlatency"]) func theRegionThatWasCutOutComes(mode: String) throws {
        let bench = PadBench(
            parsing: "videocrop left=60 ! videostab crop=0 strength=0 mode=\(mode)"
        )
        bench.answerAllocation { query in
            gst_query_add_allocation_meta(query, gst_video_meta_api_get_type(), nil)
            gst_query_add_allocation_meta(query, gst_video_crop_meta_api_get_type(), nil)
        }
        let wide = Pictures(format: .gray8, width: 240, height: 90)
        bench.begin(wide.caps)
        let ramp = (0..<wide.layout.size).map { UInt8($0 % 240) }
        for number in 0..<4 { #expect(bench.push(ramp, time: UInt(number) * Self.step) == GST_FLOW_OK) }
        let out = bench.takenPictures
        #expect(out.count == 4)
        for picture in out {
            // Off, the next element is the one to cut: it gets the whole picture and is told.
            let isCutLater = picture.metas.contains("GstVideoCropMetaAPI")
            #expect(isCutLater == (mode == "off"))
            #expect(picture.bytes.first == (isCutLater ? 0 : 60))
            #expect(picture.bytes[50 * (isCutLater ? 240 : 180) + 100] == (isCutLater ? 100 : 160))
        }
    }
}
