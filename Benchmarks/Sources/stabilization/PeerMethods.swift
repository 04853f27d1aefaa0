import Foundation

/// A filter of ffmpeg, in one pass or two.
struct FFmpegMethod: Method {
    let name: String
    /// The filters of each pass; `DATA` stands for a file that one pass leaves for the next.
    let passes: [String]
    private let filter: String

    /// ffmpeg's own: no look ahead, and edges filled with mirrored picture.
    static let deshake = FFmpegMethod(name: "ffmpeg-deshake", passes: ["deshake"], filter: "deshake")

    /// vid.stab over the whole film, twice; smoothing over `frames` to each side.
    static func vidstab(_ frames: Int, zoom: String) -> FFmpegMethod {
        FFmpegMethod(
            name: "vidstab-2pass-\(frames)",
            passes: [
                "vidstabdetect=shakiness=10:accuracy=9:result=DATA",
                "vidstabtransform=input=DATA:smoothing=\(frames):crop=black:\(zoom)",
            ],
            filter: "vidstabdetect"
        )
    }

    func obstacle() -> String? {
        guard Command.exists("ffmpeg") else { return "ffmpeg is not installed" }
        let hasFilter = (try? Command(arguments: ["ffmpeg", "-h", "filter=\(filter)"]).run()) != nil
        return hasFilter ? nil : "ffmpeg has no filter \(filter)"
    }

    func run(_ film: Film, into output: URL) throws -> MethodReport {
        let data = output.deletingPathExtension().appendingPathExtension("trf")
        defer { try? FileManager.default.removeItem(at: data) }
        var seconds = 0.0
        for (index, filters) in passes.enumerated() {
            let isLast = index == passes.count - 1
            let target =
                isLast
                ? ["-f", "rawvideo", "-pix_fmt", "yuv420p", output.path] : ["-f", "null", "-"]
            seconds += try Command(
                arguments: ["ffmpeg", "-v", "error", "-y", "-threads", "1"] + film.source(film.file)
                    + ["-vf", filters.replacingOccurrences(of: "DATA", with: data.path)] + target
            ).run()
        }
        return MethodReport(seconds: seconds / Double(film.frames))
    }
}

/// libvidstab in one pass, the way a live program would use it: a small C program, compiled where it runs.
struct OnePassVidstabMethod: Method {
    let smoothing: Int

    var name: String { "vidstab-1pass-\(smoothing)" }

    func obstacle() -> String? {
        guard Command.exists("cc") else { return "there is no C compiler" }
        return FileManager.default.fileExists(atPath: "/usr/include/vid.stab/libvidstab.h")
            ? nil : "libvidstab-dev is not installed"
    }

    func run(_ film: Film, into output: URL) throws -> MethodReport {
        let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Peers/vidstab-onepass.c").standardized
        let program = output.deletingLastPathComponent().appendingPathComponent("vidstab-onepass")
        try Command(arguments: ["cc", "-O2", source.path, "-o", program.path, "-lvidstab", "-lm"]).run()
        defer { try? FileManager.default.removeItem(at: program) }
        let seconds = try Command(
            arguments: [program.path, "\(film.width)", "\(film.height)", "\(smoothing)"],
            input: film.file,
            output: output
        ).run()
        return MethodReport(seconds: seconds / Double(film.frames))
    }
}

/// The element as a program would use it, in a pipeline of its own.
struct ElementMethod: Method {
    let mode: String

    var name: String { "element-\(mode)" }

    func obstacle() -> String? {
        let isThere = (try? Command(arguments: ["gst-inspect-1.0", "--exists", "videostab"]).run()) != nil
        return isThere ? nil : "GStreamer has no element videostab (set GST_PLUGIN_PATH)"
    }

    func run(_ film: Film, into output: URL) throws -> MethodReport {
        let seconds = try Command(
            arguments: [
                "gst-launch-1.0", "-q", "filesrc", "location=\(film.file.path)", "!", "rawvideoparse",
                "format=i420", "width=\(film.width)", "height=\(film.height)",
                "framerate=\(Int((film.rate * 1000).rounded()))/1000", "!", "videostab", "mode=\(mode)", "!",
                "filesink",
                "location=\(output.path)",
            ]
        ).run()
        return MethodReport(seconds: seconds / Double(film.frames))
    }
}
