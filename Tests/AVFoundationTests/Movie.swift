import AVFoundation
import Testing

/// A recorded file, as ffmpeg and ffprobe see it.
struct Movie {
    static let audioRate = 48_000.0
    let path: String
    /// The times of the pictures in seconds, in the order in which they are shown.
    let times: [Double]
    let hasAudio: Bool
    let width: Int
    let height: Int

    /// - Throws: When ffprobe finds no pictures, which fails the test.
    init(_ url: URL) throws {
        path = url.path
        let streams = try Movie.probe(["-show_entries", "stream=codec_type,width,height"], path)
        hasAudio = streams.contains { $0.first == "audio" }
        let picture = try #require(streams.first { $0.first == "video" }, "\(path) has no pictures")
        width = try #require(Int(picture[1]))
        height = try #require(Int(picture[2]))
        times = try Movie.probe(["-select_streams", "v", "-show_entries", "packet=pts_time"], path)
            .compactMap { $0.first.flatMap { Double($0) } }.sorted()
    }

    var frames: Int { times.count }

    /// How long the pictures last at 30 a second.
    var seconds: Double { Double(frames) / 30 }

    /// The longest distance between two pictures in a row, in frames at 30 a second.
    var longestStep: Double { (zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0) * 30 }

    private static func probe(_ arguments: [String], _ path: String) throws -> [[String]] {
        let result = try Program.run(["ffprobe", "-v", "error"] + arguments + ["-of", "csv=p=0", path])
        try #require(result.status == 0, "ffprobe cannot read \(path)")
        return result.output.split(separator: "\n").map { $0.split(separator: ",").map(String.init) }
    }

    /// Decodes a stream into bytes.
    private func decode(_ arguments: [String]) throws -> Data {
        let raw = path + ".raw"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        let result = try Program.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-y", "-i", path] + arguments + [raw]
        )
        try #require(result.status == 0, "ffmpeg cannot decode \(path)")
        return try Data(contentsOf: URL(fileURLWithPath: raw))
    }

    /// Whether everything decodes without a word of complaint.
    var decodes: Bool {
        let words = ["ffmpeg", "-nostdin", "-v", "error", "-xerror", "-i", path, "-f", "null", "-"]
        return (try? Program.run(words).status) == 0
    }

    /// The pictures' brightness.
    func pictures() throws -> Pictures {
        let data = try decode(["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "gray"])
        return Pictures(bytes: [UInt8](data), width: width, height: height)
    }

    /// The left channel's samples.
    func sound() throws -> Sound {
        let data = try decode(["-vn", "-af", "pan=mono|c0=c0", "-f", "s16le"])
        return Sound(samples: data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) })
    }
}

/// Decoded pictures of the test camera.
struct Pictures {
    let bytes: [UInt8]
    let width: Int
    let height: Int

    var count: Int { bytes.count / (width * height) }

    private func value(_ picture: Int, x: Int, y: Int) -> UInt8 { bytes[(picture * height + y) * width + x] }

    /// The numbers that the test camera draws: 32 squares in two rows in the lowest eighth, the highest bit first.
    var numbers: [Int] {
        (0..<count).map { picture in
            (0..<32).reduce(0) { number, bit in
                let x = width * (2 * (bit % 16) + 1) / 32
                let y = height - height / 8 + height / 8 * (2 * (bit / 16) + 1) / 4
                return number * 2 + (value(picture, x: x, y: y) > 128 ? 1 : 0)
            }
        }
    }

    /// The pictures that flash, as they do at each full second.
    var flashes: [Int] {
        (0..<count).filter { value($0, x: width * 15 / 16, y: height / 8) > 200 }
    }

    /// Whether each number follows the one before it.
    static func isConsecutive(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 }
    }
}

/// Decoded sound.
struct Sound {
    let samples: [Int16]

    /// Where the test microphone's ticks begin, in seconds.
    var ticks: [Double] {
        var ticks: [Double] = []
        for (index, sample) in samples.enumerated() where abs(Int(sample)) > 2000 {
            let time = Double(index) / Movie.audioRate
            if time - (ticks.last ?? -1) > 0.2 { ticks.append(time) }
        }
        return ticks
    }

    /// The longest distance in seconds between a flash in the middle of the file and its tick.
    func slip(of pictures: Pictures) -> Double {
        let ticks = ticks
        return pictures.flashes.filter { $0 > 1 && $0 < pictures.count - 3 }.map { flash in
            ticks.map { abs($0 - Double(flash) / 30) }.min() ?? .infinity
        }.max() ?? 0
    }

    /// The places where an unbroken sine of 440 Hz breaks: each sample follows from the two before it.
    var breaks: [Int] {
        let step = 2 * cos(2 * Double.pi * 440 / Movie.audioRate)
        return samples.indices.dropFirst(2).filter { index in
            let expected = step * Double(samples[index - 1]) - Double(samples[index - 2])
            return abs(expected - Double(samples[index])) > 8
        }
    }
}
