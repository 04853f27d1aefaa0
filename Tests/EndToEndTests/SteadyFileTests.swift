import Foundation
import Testing

/// The command and the element make the same pictures of a shaky file.
@Suite struct SteadyFileTests {
    private static let size = (width: 320, height: 180)
    private static let frames = 120
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(.enabled(if: Plugin.has("videostab")), .timeLimit(.minutes(15)))
    func theCommandMakesThePicturesThatTheElementMakes() throws {
        try makeShakyFile("shaky.mp4")
        // Without loss, so that the file holds the very pictures that the stabilizer gave.
        workspace.write(
            Data(
                """
                [template]
                extends = file
                [video.encoder]
                videoconvert ! video/x-raw, format=I420
                ! x264enc tune=zerolatency speed-preset=ultrafast pass=quant quantizer=0 ! h264parse
                """.utf8
            ),
            to: "exact.pipeline"
        )
        let recorded = try Child.run(
            [Workspace.command, "record", "-t", "./exact.pipeline", "-d", "file:shaky.mp4"]
                + ["--stabilize", "standard", "--json", "steady.mkv"],
            in: workspace.path
        )
        #expect(recorded.status == 0, "\(recorded.errors)")
        let end = try #require(recorded.events("finished").first)
        #expect(end["frames"] as? Int == SteadyFileTests.frames)
        #expect(end["dropped"] as? Int == 0)
        let launched = try workspace.launch(
            "filesrc location=shaky.mp4 ! decodebin ! videoconvert ! video/x-raw,format=I420"
                + " ! videostab mode=standard ! filesink location=steady.i420"
        )
        #expect(launched.status == 0, "\(launched.errors)")

        let (input, output) = (try pictures("shaky.mp4"), try pictures("steady.mkv"))
        let bytes = SteadyFileTests.size.width * SteadyFileTests.size.height * 3 / 2
        #expect(input.count == SteadyFileTests.frames * bytes)
        #expect(output.count == SteadyFileTests.frames * bytes)
        let isSame = output == workspace.data("steady.i420")
        #expect(isSame, "the command's pictures differ from the element's")
        #expect(unrest(output) < 0.5 * unrest(input))

        let offsets = try Synchrony.offsets("steady.mkv", in: workspace)
        #expect(offsets.count == 4)
        #expect(offsets.allSatisfy { abs($0) < 0.01 }, "\(offsets)")
    }

    /// A still texture, seen by a camera that shakes; once a second it flashes, with a tick.
    private func makeShakyFile(_ name: String) throws {
        let (width, height) = SteadyFileTests.size
        let texture =
            "128+34*sin(X/7+sin(Y/23)*2)*cos(Y/9)+30*sin((X+2*Y)/31)+24*sin(X/4)*sin(Y/5+X/57)"
        let shake = "40+6*sin(n*1.9)+5*sin(n*0.83)"
        let filters = [
            "nullsrc=size=\(width + 80)x\(height + 80):rate=30:duration=0.02",
            "geq=lum='\(texture)':cb=128:cr=128",
            "loop=loop=-1:size=1", "setpts=N/30/TB",
            "crop=\(width):\(height):'\(shake)':'\(shake.replacing("n*", with: "n*1.3*"))'",
            "drawbox=h=ih*0.6:color=white:t=fill:enable='eq(mod(n,30),15)'",
        ]
        let tick = "aevalsrc='0.8*sin(2*PI*1000*t)*gte(t,0.5)*lt(mod(t+0.5,1),0.05)':s=48000"
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            filters.joined(separator: ","),
            "-f",
            "lavfi",
            "-i",
            tick,
            "-t",
            "4",
            "-pix_fmt",
            "yuv420p",
            name
        )
    }

    /// All pictures as raw I420.
    private func pictures(_ name: String) throws -> Data {
        let raw = name + ".i420"
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-i",
            name,
            "-vsync",
            "0",
            "-pix_fmt",
            "yuv420p",
            "-f",
            "rawvideo",
            raw
        )
        return workspace.data(raw)
    }

    /// How much the lower part, which never flashes, differs from picture to picture in the mean.
    private func unrest(_ pictures: Data) -> Double {
        let (width, height) = SteadyFileTests.size
        let bytes = [UInt8](pictures)
        let (frame, rows) = (width * height * 3 / 2, height * 3 / 4..<height)
        var sum = 0
        // What comes first has no past to be steady against.
        let numbers = 10..<SteadyFileTests.frames
        for number in numbers {
            for index in rows.lowerBound * width..<rows.upperBound * width {
                sum += abs(Int(bytes[number * frame + index]) - Int(bytes[(number - 1) * frame + index]))
            }
        }
        return Double(sum) / Double(numbers.count * rows.count * width)
    }
}
