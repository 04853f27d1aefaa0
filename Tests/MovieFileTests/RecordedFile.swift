import Foundation
import Testing

@testable import MovieFile

/// What ffmpeg makes of a file.
enum Ffmpeg {
    /// The checksum of everything decoded of a stream, and what ffmpeg complained about.
    static func decoded(_ path: String, _ stream: String) throws -> String {
        try run("ffmpeg", "-v", "error", "-i", path, "-map", "0:\(stream)", "-f", "md5", "-").output
    }

    /// Decodes everything: how many pictures and packets of sound there are, and what ffmpeg complained
    /// about.
    static func decode(_ path: String) throws -> (pictures: Int, complaints: [String]) {
        let result = try run(
            "ffmpeg",
            "-v",
            "error",
            "-xerror",
            "-i",
            path,
            "-vsync",
            "0",
            "-f",
            "framecrc",
            "-"
        )
        let lines = result.output.split(separator: "\n").map(String.init)
        let known = lines.filter { $0.first == "#" || $0.hasPrefix("0,") || $0.hasPrefix("1,") }
        var complaints = lines.filter { !known.contains($0) }
        if result.status != 0 { complaints.append("status \(result.status)") }
        let pictures = lines.contains { $0.hasPrefix("#media_type 0: video") }
        return (pictures ? lines.count { $0.hasPrefix("0,") } : 0, complaints)
    }

    /// Some values of all streams, one line each.
    static func values(_ path: String, _ names: String) throws -> [String] {
        try run("ffprobe", "-v", "error", "-show_entries", "stream=\(names)", "-of", "csv=p=0", path)
            .output.split(separator: "\n").map(String.init)
    }
}

/// Ten seconds that GStreamer recorded: 300 pictures with two reordered ones between others, and sound.
final class RecordedFile: Sendable {
    static let mp4 = Result { try RecordedFile("mp4mux", name: "recorded.mp4") }
    static let mov = Result { try RecordedFile("qtmux", name: "recorded.mov") }

    let name: String
    let bytes: [UInt8]

    private init(_ muxer: String, name: String) throws {
        let folder = try TemporaryFolder()
        self.name = name
        let path = folder.path + "/" + name
        let description = """
            videotestsrc num-buffers=300 ! video/x-raw,width=320,height=240,framerate=30/1 \
            ! x264enc bframes=2 key-int-max=30 threads=2 ! h264parse ! queue ! mux. \
            audiotestsrc num-buffers=430 ! audio/x-raw,rate=44100,channels=2 ! avenc_aac ! aacparse \
            ! queue ! mux. \
            \(muxer) name=mux fragment-duration=500 ! filesink location=\(path)
            """
        let result = try run("sh", "-c", "exec gst-launch-1.0 -q \(description)")
        try #require(result.status == 0, "gst-launch-1.0: \(result.output)")
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
}
