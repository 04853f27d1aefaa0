import Foundation
import Testing

@testable import MovieFile

/// Recordings of which only the beginning is on the disk.
@Suite(.serialized) struct TruncationTests {
    /// Whatever was cut: what is recovered decodes without a complaint, is the beginning of the recording packet by
    /// packet, and is no less than what ffmpeg digs out of the cut file.
    @Test(
        .timeLimit(.minutes(15)),
        .fault("power cut: 200 truncations, recovered", "all that was complete"),
        arguments: ShortRecording.all
    )
    func everyCutFileKeepsWhatIsComplete(_ recorded: Result<ShortRecording, any Error>) throws {
        let recording = try recorded.get()
        let folder = try TemporaryFolder()
        let whole = "\(folder.path)/whole.\(recording.suffix)"
        try Data(recording.bytes).write(to: URL(fileURLWithPath: whole))
        let reference = try #require(try Packets.list([whole]).first)
        try #require(reference["video", default: []].count > 60, "\(reference.mapValues(\.count))")
        try #require(reference["audio", default: []].count > 60)

        var generator = SeededGenerator(state: 1)
        var (cuts, lengths, kept, claims): ([String], [Int], [String], [Movie]) = ([], [], [], [])
        var refused: [String] = []
        for number in 0..<200 {
            let length = Int.random(in: 0...recording.bytes.count, using: &generator)
            let cut = "\(folder.path)/cut-\(number).\(recording.suffix)"
            let data = Data(recording.bytes.prefix(length))
            try data.write(to: URL(fileURLWithPath: cut))
            let copy = "\(folder.path)/recovered-\(number).\(recording.suffix)"
            try data.write(to: URL(fileURLWithPath: copy))
            do {
                let finished = try MovieFinisher.finish(copy)
                #expect(finished.movie.layout == .ordinary)
                #expect(finished.movie.trailingBytes == 0)
                #expect(finished.movie.tracks.allSatisfy { $0.sampleCount == 0 || $0.startsWithSyncSample })
                if number % 10 == 0 { #expect(try !MovieFinisher.finish(copy).changed) }
                (cuts, lengths) = (cuts + [cut], lengths + [length])
                (kept, claims) = (kept + [copy], claims + [finished.movie])
            } catch {
                refused.append(cut)
                #expect(try Data(contentsOf: URL(fileURLWithPath: copy)) == data)
            }
        }
        try #require(kept.count > 150)
        for found in try Packets.list(refused) {
            for (kind, packets) in found {
                #expect(Self.common(packets, reference[kind, default: []]) == 0, "\(refused)")
            }
        }
        let complaints = try Packets.undecodable(kept)
        #expect(complaints.isEmpty, "\(complaints.prefix(3))")
        let (before, after) = try (Packets.list(cuts), Packets.list(kept))
        for number in cuts.indices {
            for (kind, all) in reference {
                let recovered = after[number][kind, default: []]
                let dugOut = Self.common(before[number][kind, default: []], all)
                #expect(Self.common(recovered, all) == recovered.count, "\(kind), cut at \(lengths[number])")
                #expect(recovered.count >= dugOut, "\(kind), cut at \(lengths[number])")
                let claimed = claims[number].tracks.first { $0.kind == (kind == "video" ? .video : .audio) }
                #expect((claimed?.sampleCount ?? 0) == recovered.count, "\(kind), cut at \(lengths[number])")
            }
        }
        Fault.tell(recording.suffix, lost: "0 packets; \(refused.count) cuts held none")
    }

    /// How many packets at the beginning are the same.
    private static func common(_ one: [String], _ other: [String]) -> Int {
        zip(one, other).prefix { $0 == $1 }.count
    }

    /// ffprobe tells how long the file is, and ffmpeg finds a place in the middle.
    @Test(.timeLimit(.minutes(15)), arguments: ShortRecording.all)
    func aRecoveredFileHasALengthAndCanBeSearched(_ recorded: Result<ShortRecording, any Error>) throws {
        let recording = try recorded.get()
        let file = try TemporaryFile(recording.bytes.dropLast(700), name: "a.\(recording.suffix)")
        let movie = try MovieFinisher.finish(file.path).movie
        let words = ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0"]
        let stated = try run(words[0], words[1], words[2], words[3], words[4], words[5], words[6], file.path)
            .output
        let seconds = try #require(Double(stated.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(abs(seconds - Double(movie.duration) / 1e9) < 0.05)
        #expect(seconds > 2)
        let half = String(seconds / 2)
        let found = try run(
            "ffmpeg",
            "-v",
            "error",
            "-xerror",
            "-ss",
            half,
            "-i",
            file.path,
            "-map",
            "v",
            "-f",
            "framecrc",
            "-"
        )
        let pictures = found.output.split(separator: "\n").count { $0.hasPrefix("0,") }
        let all = movie.tracks.first { $0.kind == .video }?.sampleCount ?? 0
        #expect(found.status == 0)
        #expect(
            (all / 3...all * 2 / 3).contains(pictures),
            "\(pictures) of \(all), \(found.output.prefix(200))"
        )
    }
}
