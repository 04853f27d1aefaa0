import Foundation
import Testing

/// What ffprobe and ffmpeg find in a file: an opinion that is not ours.
struct Probe {
    struct Stream: Decodable {
        let codec_name: String
        let codec_type: String
        let pix_fmt: String?
        let width: Int?
        let height: Int?
        let start_time: String?
        let duration: String?
        let nb_read_frames: String?

        var frames: Int { nb_read_frames.flatMap { Int($0) } ?? 0 }
        var length: Double { duration.flatMap { Double($0) } ?? .nan }
        var start: Double { start_time.flatMap { Double($0) } ?? .nan }
        var seconds: Double { duration.flatMap { Double($0) } ?? .nan }
    }

    private struct Output: Decodable { let streams: [Stream] }

    let video: Stream
    let audio: Stream?

    init(_ name: String, in workspace: Workspace) throws {
        let result = try workspace.tool(
            "ffprobe",
            "-v",
            "error",
            "-count_frames",
            "-show_streams",
            "-of",
            "json",
            name
        )
        let streams = try JSONDecoder().decode(Output.self, from: Data(result.output.utf8)).streams
        video = try #require(streams.first { $0.codec_type == "video" }, "\(name) has no pictures")
        audio = streams.first { $0.codec_type == "audio" }
    }

    /// ffmpeg decodes everything without a word of complaint.
    ///
    /// Pictures keep their times, since ffmpeg's own guess of a rate makes it complain about a camera that is uneven.
    static func expectSound(
        _ name: String,
        in workspace: Workspace,
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        let result = try Child.run(
            ["ffmpeg", "-v", "error", "-xerror", "-i", name, "-vsync", "passthrough"]
                + ["-enc_time_base", "-1", "-f", "null", "-"],
            in: workspace.path
        )
        #expect(
            result.status == 0 && result.errors.isEmpty,
            "\(name): \(result.errors)",
            sourceLocation: place
        )
    }

    /// The MD5 of a decoded stream: `v` or `a`.
    static func digest(_ name: String, _ stream: String, in workspace: Workspace) throws -> String {
        try workspace.tool("ffmpeg", "-v", "error", "-i", name, "-map", "0:\(stream)", "-f", "md5", "-")
            .output
    }

    /// All pictures, each scaled down to so many points of brightness.
    static func brightness(
        _ name: String,
        width: Int,
        height: Int,
        in workspace: Workspace
    ) throws -> [UInt8] {
        // Not beside the file, whose disk may be full.
        let raw = name.replacingOccurrences(of: "/", with: "-") + ".gray"
        let scale = "scale=\(width):\(height):flags=area"
        _ = try workspace.tool(
            "ffmpeg",
            "-y",
            "-v",
            "error",
            "-i",
            name,
            "-vsync",
            "0",
            "-vf",
            scale,
            "-pix_fmt",
            "gray",
            "-f",
            "rawvideo",
            raw
        )
        return [UInt8](workspace.data(raw))
    }

    /// The numbers that the test camera drew into the pictures.
    static func frameNumbers(_ name: String, in workspace: Workspace) throws -> [Int] {
        // 32x16 points: each of the 16x2 squares in the lowest eighth is two points wide and one high.
        let bytes = try brightness(name, width: 32, height: 16, in: workspace)
        return stride(from: 0, to: bytes.count, by: 32 * 16).map { frame in
            (0..<32).reduce(0) { number, bit in
                let point = frame + (14 + bit / 16) * 32 + bit % 16 * 2
                return number << 1 | (bytes[point] > 128 ? 1 : 0)
            }
        }
    }

    /// The types of the outermost boxes, as a reader meets them.
    static func boxes(_ name: String, in workspace: Workspace) -> [String] {
        let bytes = [UInt8](workspace.data(name))
        var types: [String] = []
        var offset = 0
        while offset + 8 <= bytes.count {
            var size = bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
            types.append(String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self))
            if size == 1 { size = bytes[offset + 8..<offset + 16].reduce(0) { $0 << 8 | Int($1) } }
            guard size >= 8 else { break }
            offset += size
        }
        return types
    }
}
