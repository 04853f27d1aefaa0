import Foundation
import Testing

@Suite struct SynchronyTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The test camera flashes when the test microphone ticks: both must be found at the same time in the file.
    @Test(.timeLimit(.minutes(15)), arguments: ["mp4", "mkv", "ts"])
    func flashAndTickLieTogether(suffix: String) throws {
        let result = try workspace.gstcam("record", "-d", "test", "-s", "320x240", "-D", "5s", "a.\(suffix)")
        #expect(result.status == 0, "\(result.errors)")
        let flashes = try flashTimes("a.\(suffix)")
        let ticks = try tickTimes("a.\(suffix)")
        #expect(flashes.count >= 4)
        for flash in flashes where flash > 0.1 {
            let nearest = try #require(ticks.min { abs($0 - flash) < abs($1 - flash) })
            #expect(abs(nearest - flash) < 0.005, "flash at \(flash), tick at \(nearest)")
        }
    }

    /// A played file with flashes and ticks: what the stabilizer holds back, it delays in the file by nothing.
    @Test(.timeLimit(.minutes(15)), arguments: ["lowlatency", "standard", "cinematic", "auto"])
    func aSteadyPictureStaysWithItsSound(mode: String) throws {
        let source = try workspace.gstcam("record", "-d", "test", "-s", "320x240", "-D", "5s", "a.mkv")
        #expect(source.status == 0, "\(source.errors)")
        let words = ["record", "-d", "file:a.mkv", "--stabilize", mode, "--json", "b.mp4"]
        let result = try Child.run([Workspace.command] + words, in: workspace.path)
        #expect(result.status == 0, "\(result.errors)")
        let end = try #require(result.events("finished").first)
        let frames = (end["frames"] as? Int ?? 0) + (end["dropped"] as? Int ?? 0)
        #expect(frames == (try Probe("a.mkv", in: workspace)).video.frames)
        let flashes = try flashTimes("b.mp4")
        let ticks = try tickTimes("b.mp4")
        #expect(flashes.count >= 4)
        for flash in flashes where flash > 0.1 {
            let nearest = try #require(ticks.min { abs($0 - flash) < abs($1 - flash) })
            #expect(abs(nearest - flash) < 0.01, "flash at \(flash), tick at \(nearest)")
        }
    }

    /// Times of pictures whose upper half is white.
    private func flashTimes(_ name: String) throws -> [Double] {
        let bytes = try Probe.brightness(name, width: 2, height: 2, in: workspace)
        let stamps = try workspace.tool(
            "ffprobe",
            "-v",
            "error",
            "-select_streams",
            "v",
            "-show_entries",
            "frame=best_effort_timestamp_time",
            "-of",
            "csv=p=0",
            name
        ).output.split(separator: "\n").compactMap { Double($0.split(separator: ",").first ?? "") }
        let first = stamps.first ?? 0
        return stamps.enumerated().filter { bytes[$0.offset * 4] > 220 && bytes[$0.offset * 4 + 1] > 220 }
            .map { $0.element - first }
    }

    /// Times at which sound begins after silence, on the pictures' time line.
    private func tickTimes(_ name: String) throws -> [Double] {
        let rate = 48_000.0
        let probe = try Probe(name, in: workspace)
        // MPEG-TS starts at an arbitrary time; the pictures' start is zero here.
        let offset = (probe.audio?.start ?? 0) - probe.video.start
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-i",
            name,
            "-af",
            "asetpts=PTS-STARTPTS",
            "-ac",
            "1",
            "-f",
            "s16le",
            "tick.raw"
        )
        let samples = workspace.data("tick.raw").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        var ticks: [Double] = []
        var quietSince = -10_000
        for (index, sample) in samples.enumerated() where sample.magnitude > 3000 {
            if index - quietSince > 10_000 { ticks.append(Double(index) / rate + offset) }
            quietSince = index
        }
        return ticks
    }
}
