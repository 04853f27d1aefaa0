import GStreamer
import Testing

/// Probes on pads.
struct PadTests {
    private static let picture = "video/x-raw, format=I420, width=64, height=48"

    init() throws { try Gst.initialize() }

    @Test func aProbeSeesEveryBufferAndDropsTheOnesItWants() async throws {
        let messages = Collected<BusMessage>()
        let seen = Collected<ClockTime?>()
        let passed = Collected<ClockTime?>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=30 ! \(PadTests.picture), framerate=25/1 ! identity name=middle"
                + " ! fakesink name=out sync=false"
        )
        let middle = try #require(pipeline.child(named: "middle")?.pad(named: "src"))
        middle.addBufferProbe { buffer in
            seen.add(buffer.presentation)
            return (buffer.presentation ?? .zero) < .milliseconds(400) ? .drop : .pass
        }
        pipeline.child(named: "out")?.pad(named: "sink")?.addBufferProbe { buffer in
            passed.add(buffer.presentation)
            return .pass
        }
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        #expect(seen.all == (0..<30).map { .milliseconds(Int64($0) * 40) })
        #expect(passed.all == (10..<30).map { .milliseconds(Int64($0) * 40) })
    }

    @Test func rawPicturesCarryTheirNumber() async throws {
        let messages = Collected<BusMessage>()
        let numbers = Collected<Int64?>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=4 ! \(PadTests.picture) ! fakesink name=out sync=false"
        )
        pipeline.child(named: "out")?.pad(named: "sink")?.addBufferProbe { buffer in
            numbers.add(buffer.offset)
            return .pass
        }
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        #expect(numbers.all == [0, 1, 2, 3])
    }

    @Test func aPictureProbeChangesOnlyItsOwnCopy() async throws {
        let messages = Collected<BusMessage>()
        let changed = Collected<[UInt8]>()
        let untouched = Collected<[UInt8]>()
        let sizes = Collected<[Int]>()
        let pipeline = try messages.pipeline(
            "appsrc name=in format=time caps=\"\(PadTests.picture), framerate=25/1\" ! tee name=t"
                + " t. ! queue ! identity name=painted ! fakesink name=a sync=false async=false"
                + " t. ! queue ! fakesink name=b sync=false async=false"
        )
        let source = try #require(pipeline.child(named: "in").flatMap(AppSource.init))
        pipeline.child(named: "painted")?.pad(named: "sink")?.addPictureProbe { plane, buffer in
            sizes.add([plane.width, plane.height, Int((buffer.presentation ?? .zero).nanoseconds)])
            plane.fill(x: 60..<1000, y: -5..<2, with: 200)
        }
        for (name, log) in [("a", changed), ("b", untouched)] {
            pipeline.child(named: name)?.pad(named: "sink")?.addBufferProbe { buffer in
                log.add(buffer.withBytes { [UInt8]($0) } ?? [])
                return .pass
            }
        }
        let original = [UInt8](repeating: 16, count: 64 * 48 * 3 / 2)
        let buffer = try #require(
            Buffer(bytes: original, presentation: .milliseconds(80), duration: .milliseconds(40))
        )
        try pipeline.element.setState(.playing)
        source.push(buffer)
        source.endOfStream()
        #expect(await messages.waitForEnd())

        var painted = original
        for row in 0..<2 { for column in 60..<64 { painted[row * 64 + column] = 200 } }
        #expect(changed.all == [painted])
        #expect(untouched.all == [original])
        #expect(buffer.withBytes { [UInt8]($0) } == original)
        #expect(sizes.all == [[64, 48, 80_000_000]])
    }

    @Test func aPictureProbeLeavesWhatIsNoPictureAlone() async throws {
        let messages = Collected<BusMessage>()
        let calls = Collected<Bool>()
        let sizes = Collected<Int>()
        let pipeline = try messages.pipeline(
            "audiotestsrc num-buffers=3 samplesperbuffer=100 ! audio/x-raw, format=S16LE, channels=1"
                + " ! fakesink name=out sync=false"
        )
        let pad = try #require(pipeline.child(named: "out")?.pad(named: "sink"))
        pad.addPictureProbe { _, _ in calls.add(true) }
        pad.addBufferProbe { buffer in
            sizes.add(buffer.size)
            return .pass
        }
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        #expect(calls.all.isEmpty)
        #expect(sizes.all == [200, 200, 200])
    }

    @Test func aPadKnowsItsFormatOnceItIsAgreedUpon() async throws {
        let messages = Collected<BusMessage>()
        let pipeline = try messages.pipeline(
            "videotestsrc num-buffers=2 ! \(PadTests.picture), framerate=25/1 ! fakesink name=out sync=false"
        )
        let pad = try #require(pipeline.child(named: "out")?.pad(named: "sink"))
        #expect(pad.currentCaps == nil)
        try pipeline.element.setState(.playing)
        #expect(await messages.waitForEnd())
        let format = try #require(pad.currentCaps?.structures.first)
        #expect(format.name == "video/x-raw")
        #expect(format["width"] == .integer(64))
        #expect(format["height"] == .integer(48))
        #expect(format["format"] == .string("I420"))
        #expect(format["framerate"] == .fraction(numerator: 25, denominator: 1))
    }

    @Test func aPadTellsWhatItCanTake() throws {
        let element = try Element(factory: "videoscale")
        let names = try #require(element.pad(named: "sink")?.queryCaps()).structures.map(\.name)
        #expect(names.contains("video/x-raw"))
    }
}
