import Foundation
import Testing

/// Every software encoder gives the bit rate and the key-frame distance that were asked for, on moving content.
@Suite(.serialized) struct BitrateTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        // A picture in motion all over, with detail that changes.
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-f",
            "lavfi",
            "-i",
            "mandelbrot=size=320x180:rate=30:start_scale=2:end_pts=120",
            "-t",
            "6",
            "-c:v",
            "libx264",
            "-qp",
            "12",
            "-preset",
            "ultrafast",
            "-pix_fmt",
            "yuv420p",
            "moving.mkv"
        )
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: ["x264enc", "openh264enc", "x265enc", "vp8enc", "vp9enc", "av1enc"]
    )
    func bitrateAndKeyFramesAreThoseAskedFor(encoder: String) throws {
        let part = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../pipelines/\(encoder).encoder").standardizedFileURL
        let sections = try String(contentsOf: part, encoding: .utf8).components(separatedBy: "\n[")
        let taken = sections.filter { $0.hasPrefix("parameters]") || $0.hasPrefix("video.encoder]") }
        let header = "[template]\nsummary = one encoder\nextends = file\n"
        workspace.write(
            Data((header + taken.map { "\n[" + $0 + "\n" }.joined()).utf8),
            to: "one.pipeline"
        )
        // The encoder of the template, not the one that the program would choose.
        let result = try workspace.gstcam(
            "record",
            "-q",
            "-d",
            "file:moving.mkv",
            "-t",
            "./one.pipeline",
            "--video-bitrate",
            "500k",
            "-p",
            "keyframe-interval=1s",
            "a.mkv"
        )
        #expect(result.status == 0, "\(result.errors)")
        let packets = try workspace.tool(
            "ffprobe",
            "-v",
            "error",
            "-select_streams",
            "v",
            "-show_entries",
            "packet=pts_time,size,flags",
            "-of",
            "csv=p=0",
            "a.mkv"
        ).output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
        #expect(packets.count == 180)
        let bits = packets.compactMap { Double($0[1]) }.reduce(0, +) * 8
        #expect(abs(bits / 6 - 0.5e6) < 0.1e6, "\(Int(bits / 6000)) kbit/s")
        let keys = packets.filter { $0[2].contains("K") }.compactMap { Double($0[0]) }
        #expect(keys.first == 0)
        #expect(zip(keys, keys.dropFirst()).allSatisfy { $1 - $0 <= 1.001 }, "\(keys)")
        #expect((6...8).contains(keys.count), "\(keys)")
    }
}
