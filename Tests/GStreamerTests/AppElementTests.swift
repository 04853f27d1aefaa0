import GStreamer
import Testing

/// Media that a program puts in and takes out again, by value.
struct AppElementTests {
    private struct Taken: Sendable, Equatable {
        var bytes: [UInt8]
        var presentation: ClockTime?
        var duration: ClockTime?
    }

    init() throws { try Gst.initialize() }

    /// A pipeline from a source to a sink, what comes out of it, and the caps that came with it.
    private struct Line {
        let messages = Collected<BusMessage>()
        let taken = Collected<Taken>()
        let caps = Collected<String>()
        let ends = Collected<Bool>()
        let pipeline: Pipeline
        let source: AppSource

        init(_ middle: String) throws {
            pipeline = try messages.pipeline(
                "appsrc name=in format=time caps=application/x-numbers ! \(middle) ! appsink name=out sync=false"
            )
            source = try #require(pipeline.child(named: "in").flatMap(AppSource.init))
            let sink = try #require(pipeline.child(named: "out").flatMap(AppSink.init))
            sink.setHandlers(
                endOfStream: { [ends] in ends.add(true) },
                sample: { [taken, caps] buffer, format in
                    taken.add(
                        Taken(
                            bytes: buffer.withBytes { [UInt8]($0) } ?? [],
                            presentation: buffer.presentation,
                            duration: buffer.duration
                        )
                    )
                    caps.add(format.description)
                }
            )
            try pipeline.element.setState(.playing)
        }
    }

    @Test func whatIsPushedComesOutWithItsBytesAndTimes() async throws {
        let line = try Line("queue")
        let format = try Caps(parsing: "application/x-numbers, rate=5")
        line.source.setCaps(format)
        let sent = (0..<20).map { index in
            Taken(
                bytes: (0...UInt8(index)).map { $0 &* 3 },
                presentation: .milliseconds(Int64(index) * 40),
                duration: .milliseconds(40)
            )
        }
        for item in sent {
            let buffer = Buffer(bytes: item.bytes, presentation: item.presentation, duration: item.duration)
            #expect(line.source.push(try #require(buffer)))
        }
        line.source.endOfStream()
        #expect(await line.ends.wait { !$0.isEmpty })
        #expect(line.taken.all == sent)
        #expect(line.ends.all.count == 1)
        #expect(try line.caps.all.allSatisfy { try Caps(parsing: $0).isEqual(to: format) })
    }

    @Test func oneBufferMayBePushedTwice() async throws {
        let line = try Line("identity")
        let buffer = try #require(Buffer(bytes: [1, 2, 3], presentation: .zero))
        #expect(line.source.push(buffer))
        #expect(line.source.push(buffer))
        line.source.endOfStream()
        #expect(await line.ends.wait { !$0.isEmpty })
        #expect(line.taken.all.map(\.bytes) == [[1, 2, 3], [1, 2, 3]])
        #expect(buffer.size == 3)
    }

    @Test func newCapsHoldForTheBuffersBehindThem() async throws {
        let line = try Line("queue")
        for number in 1...3 {
            line.source.setCaps(try Caps(parsing: "application/x-numbers, rate=\(number)"))
            line.source.push(try #require(Buffer(bytes: [UInt8(number)], presentation: .zero)))
        }
        line.source.endOfStream()
        #expect(await line.ends.wait { !$0.isEmpty })
        #expect(line.taken.all.map(\.bytes) == [[1], [2], [3]])
        let rates = try line.caps.all.map { try Caps(parsing: $0).structures.first?["rate"] }
        #expect(rates == [.integer(1), .integer(2), .integer(3)])
    }

    @Test func timesComeOutInRunningTime() async throws {
        let line = try Line("queue name=middle")
        line.pipeline.child(named: "middle")?.pad(named: "src")?.setOffset(.milliseconds(250))
        line.source.push(try #require(Buffer(bytes: [1], presentation: .milliseconds(100))))
        line.source.endOfStream()
        #expect(await line.ends.wait { !$0.isEmpty })
        #expect(line.taken.all.map(\.presentation) == [.milliseconds(350)])
    }

    @Test func aSourceTakesNothingAfterItsEnd() async throws {
        let line = try Line("queue")
        line.source.push(try #require(Buffer(bytes: [1], presentation: .zero)))
        line.source.endOfStream()
        #expect(!line.source.push(try #require(Buffer(bytes: [2], presentation: .zero))))
        #expect(await line.ends.wait { !$0.isEmpty })
        #expect(line.taken.all.map(\.bytes) == [[1]])
    }

    @Test func aSourceKnowsWhatWaitsInside() async throws {
        let pipeline = try Pipeline(
            parsing: "appsrc name=in format=time max-bytes=0 caps=application/x-numbers ! fakesink"
        ) { _ in }
        let source = try #require(pipeline.child(named: "in").flatMap(AppSource.init))
        #expect(source.queuedBytes == 0)
        #expect(source.queuedTime == .zero)
        // In PAUSED the sink holds the first buffer, and the rest waits.
        try pipeline.element.setState(.paused)
        for index in 0..<5 {
            let buffer = Buffer(
                bytes: [UInt8](repeating: 0, count: 100),
                presentation: .milliseconds(Int64(index) * 40),
                duration: .milliseconds(40)
            )
            #expect(source.push(try #require(buffer)))
        }
        #expect(pipeline.element.waitForState(timeout: .seconds(10)))
        #expect(source.queuedBytes == 400)
        #expect(source.queuedTime >= .milliseconds(120))
        #expect(source.queuedTime <= .milliseconds(200))
    }
}
