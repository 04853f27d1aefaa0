import Foundation
import Testing

/// How far sound and pictures lie apart in a recording of the test camera, which flashes when its microphone ticks.
enum Synchrony {
    /// Seconds from each flash to the nearest tick; a flash in the first tenth of a second has its tick cut off.
    static func offsets(_ name: String, in workspace: Workspace) throws -> [Double] {
        let ticks = try tickTimes(name, in: workspace)
        return try flashTimes(name, in: workspace).filter { $0 > 0.1 }.map { flash in
            try #require(ticks.min { abs($0 - flash) < abs($1 - flash) }) - flash
        }
    }

    /// Times of pictures whose upper half is white.
    private static func flashTimes(_ name: String, in workspace: Workspace) throws -> [Double] {
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
    private static func tickTimes(_ name: String, in workspace: Workspace) throws -> [Double] {
        let rate = 48_000.0
        let probe = try Probe(name, in: workspace)
        // MPEG-TS starts at an arbitrary time; the pictures' start is zero here.
        let offset = (probe.audio?.start ?? 0) - probe.video.start
        _ = try workspace.tool(
            "ffmpeg",
            "-y",
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
