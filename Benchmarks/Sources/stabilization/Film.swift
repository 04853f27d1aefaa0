import Foundation
import Stabilization

/// Pictures as raw I420 in a file, which every method reads.
struct Film {
    let name: String
    let file: URL
    let width: Int
    let height: Int
    /// Pictures a second.
    let rate: Double
    let frames: Int

    /// Planes of a picture; without padding, also as GStreamer has them.
    var layout: PictureLayout { PictureLayout(format: .i420, width: width, height: height) }
    var frameBytes: Int { width * height * 3 / 2 }

    /// Draws a scene, unless the file is there already.
    init(_ scene: Scene, in directory: URL) throws {
        name = scene.name
        file = directory.appendingPathComponent("\(scene.name).i420")
        (width, height, rate, frames) = (Scene.width, Scene.height, Scene.rate, Scene.frames)
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
        if attributes?[.size] as? Int == frameBytes * frames { return }
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        var renderer = SceneRenderer(scene)
        var frame = Data(count: frameBytes)
        for index in 0..<frames {
            frame.withUnsafeMutableBytes { memory in
                if let base = memory.baseAddress {
                    renderer.draw(index, into: base.assumingMemoryBound(to: UInt8.self))
                }
            }
            try handle.write(contentsOf: frame)
        }
        try handle.close()
    }

    /// Decodes a clip with ffmpeg.
    ///
    /// - Throws: When it has no pictures, or smaller ones than the stabilizer takes.
    init(clip: URL, in directory: URL) throws {
        name = clip.deletingPathExtension().lastPathComponent
        file = directory.appendingPathComponent("\(name).i420")
        let answer = directory.appendingPathComponent("ffprobe.txt")
        try Command(
            arguments: [
                "ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries",
                "stream=width,height,avg_frame_rate", "-of", "csv=p=0", clip.path,
            ],
            output: answer
        ).run()
        let words = try String(contentsOf: answer, encoding: .utf8).split { ",/\n".contains($0) }
        let numbers = words.prefix(4).compactMap { Double($0) }
        guard numbers.count == 4, numbers[0] >= 160, numbers[1] >= 90, numbers[3] > 0 else {
            throw BenchmarkError(description: "\(clip.lastPathComponent) has no pictures of 160x90 or more")
        }
        // Sizes of which no row has padding.
        (width, height) = (Int(numbers[0]) / 8 * 8, Int(numbers[1]) / 2 * 2)
        rate = numbers[2] / numbers[3]
        try Command(
            arguments: [
                "ffmpeg", "-v", "error", "-y", "-i", clip.path, "-map", "0:v:0", "-vsync", "passthrough",
                "-vf",
                "crop=\(width):\(height)", "-pix_fmt", "yuv420p", "-f", "rawvideo", file.path,
            ]
        ).run()
        let size = try FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int ?? 0
        frames = size / (width * height * 3 / 2)
    }

    /// ffmpeg's words for a file of such pictures.
    func source(_ file: URL) -> [String] {
        [
            "-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", "\(width)x\(height)", "-r", "\(rate)", "-i",
            file.path,
        ]
    }

    /// Reads a file of such pictures.
    func reader(of file: URL) throws -> FrameReader { try FrameReader(file, bytes: frameBytes) }
}

/// The pictures of a file, one after the other.
struct FrameReader {
    private let handle: FileHandle
    private let bytes: Int

    init(_ file: URL, bytes: Int) throws {
        handle = try FileHandle(forReadingFrom: file)
        self.bytes = bytes
    }

    /// The next picture; nil at the end.
    func next() throws -> Data? {
        let data = try handle.read(upToCount: bytes)
        return data?.count == bytes ? data : nil
    }
}
