import Foundation
import Testing

@testable import MovieFile

/// Builds the bytes of movie files box by box, and holds them in a temporary file.
final class TestFile {
    let path = NSTemporaryDirectory() + "/movie-\(UUID().uuidString).mp4"

    init(_ bytes: [UInt8] = []) { self.bytes = bytes }

    deinit { unlink(path) }

    var bytes: [UInt8] {
        get { [UInt8](FileManager.default.contents(atPath: path) ?? Data()) }
        set { FileManager.default.createFile(atPath: path, contents: Data(newValue)) }
    }

    static func box(_ type: String, _ parts: [UInt8]...) -> [UInt8] {
        var writer = ByteWriter()
        writer.box(type) { writer in for part in parts { writer.append(part) } }
        return writer.bytes
    }

    static func words(_ values: UInt32...) -> [UInt8] {
        var writer = ByteWriter()
        for value in values { writer.u32(value) }
        return writer.bytes
    }

    static func long(_ value: UInt64) -> [UInt8] {
        var writer = ByteWriter()
        writer.u64(value)
        return writer.bytes
    }

    static let ftyp = box("ftyp", Array("iso6".utf8), words(0))

    /// A header for tracks with these handlers, numbered from 1; video ticks at 3000, sound at 48000 a second.
    static func moov(_ handlers: [String], fragmented: Bool = true) -> [UInt8] {
        var parts = box("mvhd", words(0, 0, 0, 1000, 0), [UInt8](repeating: 0, count: 80))
        for (index, handler) in handlers.enumerated() {
            let empty = box("stts", words(0, 0)) + box("stsc", words(0, 0)) + box("stsz", words(0, 0, 0))
            let entry = box(
                "avc1",
                [UInt8](repeating: 0, count: 24),
                [1, 64, 0, 240],
                [UInt8](repeating: 0, count: 50)
            )
            let stbl = box("stbl", box("stsd", words(0, 1), entry), empty, box("stco", words(0, 0)))
            let mdia = box(
                "mdia",
                box("mdhd", words(0, 0, 0, handler == "vide" ? 3000 : 48_000, 0, 0)),
                box("hdlr", words(0, 0), Array(handler.utf8), words(0, 0, 0), [0]),
                box("minf", box("vmhd", words(1, 0, 0)), stbl)
            )
            let tkhd = box("tkhd", words(7, 0, 0, UInt32(index + 1), 0, 0), [UInt8](repeating: 0, count: 60))
            parts += box("trak", tkhd, mdia, box("tapt", words(7)))
        }
        parts += box("udta", Array("kept".utf8))
        guard fragmented else { return box("moov", parts) }
        let trex = handlers.indices.flatMap { box("trex", words(0, UInt32($0 + 1), 1, 100, 0, 0)) }
        return box("moov", parts, box("mvex", trex))
    }

    /// One track's part of a fragment.
    struct Run {
        var track: UInt32 = 1
        var time: UInt64?
        var sizes: [UInt32]
        var composition: [UInt32] = []
        /// Where the samples lie, from the first byte of media.
        var at: UInt32 = 0
        /// The run is split into so many `trun` boxes.
        var pieces = 1
    }

    /// A fragment with its media: bytes count up from `seed`.
    static func fragment(_ runs: [Run], seed: UInt8 = 0, wideMedia: Bool = false) -> [UInt8] {
        let size = runs.map { Int($0.at) + $0.sizes.map(Int.init).reduce(0, +) }.max() ?? 0
        let media = (0..<size).map { UInt8(truncatingIfNeeded: Int(seed) + $0) }
        let head = wideMedia ? words(1) + Array("mdat".utf8) + long(UInt64(size + 16)) : box("mdat", media)
        let mdat = wideMedia ? head + media : head
        func moof(dataStart: Int) -> [UInt8] {
            let trafs = runs.flatMap { run -> [UInt8] in
                let tfdt = run.time.map { box("tfdt", words(1 << 24), long($0)) } ?? []
                var truns: [UInt8] = []
                var position = dataStart + Int(run.at)
                let perPiece = (run.sizes.count + run.pieces - 1) / run.pieces
                for start in stride(from: 0, to: run.sizes.count, by: max(1, perPiece)) {
                    let part = start..<min(run.sizes.count, start + perPiece)
                    let hasOffsets = !run.composition.isEmpty
                    var entries: [UInt8] = []
                    for index in part {
                        entries += words(run.sizes[index])
                        if hasOffsets { entries += words(run.composition[index]) }
                    }
                    let flags: UInt32 = 0x1 | 0x4 | 0x200 | (hasOffsets ? 0x800 : 0)
                    truns += box(
                        "trun",
                        words(flags, UInt32(part.count), UInt32(position), start == 0 ? 0 : 0x1_0000),
                        entries
                    )
                    position += run.sizes[part].map(Int.init).reduce(0, +)
                }
                return box("traf", box("tfhd", words(0x2_0020, run.track, 0x1_0000)), tfdt, truns)
            }
            return box("moof", box("mfhd", words(0, 1)), trafs)
        }
        let length = moof(dataStart: 0).count
        return moof(dataStart: length + (wideMedia ? 16 : 8)) + mdat
    }

    /// The bytes of each sample of a track, read through the index that the file has now.
    func samples(_ track: UInt32) throws -> [[UInt8]] {
        let scan = try MovieScan(MovieFileAccess(path, writing: false))
        let all = bytes
        let found = try #require(scan.tracks.first { $0.header.id == track })
        return found.table.samples.map { Array(all[Int($0.offset)..<Int($0.offset) + Int($0.size)]) }
    }

    /// Types of the outermost boxes.
    var boxes: [String] { Box.children(of: bytes, in: 0..<bytes.count).map(\.type) }
}
