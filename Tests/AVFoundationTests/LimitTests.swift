import Testing

@testable import AVFoundation

extension Conformance {
    /// Behaviours 5 and 6: limits are hard, told as errors, and leave playable files.
    @Suite(.serialized) struct LimitTests {
        // Behaviour 5.
        @Test(.timeLimit(.minutes(15))) func theLongestDurationEndsTheRecording() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            studio.output.maxRecordedDuration = CMTime(value: 1, timescale: 1)
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            let ending = try await studio.log.end(of: url)
            #expect(ending.error?.code == .maximumDurationReached)
            #expect(ending.error?.recordingSuccessfullyFinished == true)
            #expect(!ending.isRecording)
            let movie = try Movie(url)
            #expect(movie.frames == 30)
            #expect(movie.decodes)
            // The limit is the next recording's too, until it is taken away.
            studio.output.maxRecordedDuration = .invalid
            #expect(try await studio.record("b.mov", seconds: 1.3).error == nil)
            #expect(try Movie(studio.url("b.mov")).seconds > 1.1)
            studio.log.expectOrder()
        }

        // Behaviour 6: the size.
        @Test(.timeLimit(.minutes(15))) func theLargestSizeEndsTheRecording() async throws {
            let studio = try Studio()
            try studio.recordsUncompressedSound()
            studio.session.startRunning()
            let limit: Int64 = 300_000
            studio.output.maxRecordedFileSize = limit
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            let ending = try await studio.log.end(of: url)
            #expect(ending.error?.code == .maximumFileSizeReached)
            #expect(ending.error?.recordingSuccessfullyFinished == true)
            let movie = try Movie(url)
            #expect(movie.decodes)
            let size = try #require(
                try FileManager.default.attributesOfItem(atPath: url.path)[.size] as? NSNumber
            ).int64Value
            // One group of pictures is half a second: with this sound, 100 kB and a few pictures.
            #expect(size <= limit + 150_000, "\(size) bytes")
            #expect(size > limit / 2, "\(size) bytes")
            #expect(ending.error?.fileSize == size)
            studio.log.expectOrder()
        }

        // Behaviour 6: the space that is kept free.
        @Test(.timeLimit(.minutes(15))) func lessFreeSpaceThanWantedEndsTheRecording() async throws {
            let studio = try Studio()
            studio.session.startRunning()
            studio.output.minFreeDiskSpaceLimit = 1 << 60
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            let ending = try await studio.log.end(of: url)
            #expect(ending.error?.code == .diskFull)
            if FileManager.default.fileExists(atPath: url.path) {
                #expect(ending.error?.recordingSuccessfullyFinished == true)
                #expect(try Movie(url).decodes)
            } else {
                #expect(ending.error?.recordingSuccessfullyFinished != true)
            }
            studio.output.minFreeDiskSpaceLimit = 0
            #expect(try await studio.record("b.mov", seconds: 0.5).error == nil)
            studio.log.expectOrder()
        }

        // Behaviour 6: a disk that is really full.
        @Test(.timeLimit(.minutes(15)), .enabled(if: SmallDisk.canBeMade, "mounting needs root"))
        func aFullDiskLeavesAPlayableFile() async throws {
            let studio = try Studio()
            try studio.recordsUncompressedSound()
            let disk = try SmallDisk(kilobytes: 700)
            defer { disk.remove() }
            studio.session.startRunning()
            studio.output.minFreeDiskSpaceLimit = 1
            let url = URL(fileURLWithPath: "\(disk.path)/a.mov")
            studio.log.record(url, with: studio.output)
            let ending = try await studio.log.end(of: url)
            #expect(ending.error?.code == .diskFull)
            #expect(ending.error?.recordingSuccessfullyFinished == true)
            #expect(ending.error?.localizedRecoverySuggestion?.isEmpty == false)
            let copy = studio.url("copy.mov")
            try FileManager.default.copyItem(at: url, to: copy)
            let movie = try Movie(copy)
            #expect(movie.frames >= 30, "\(movie.frames) frames")
            #expect(studio.session.isRunning)
            #expect(try await studio.record("elsewhere.mov", seconds: 0.5).error == nil)
            #expect(try Movie(studio.url("elsewhere.mov")).decodes)
            studio.log.expectOrder()
        }
    }
}

extension AVError {
    fileprivate var localizedRecoverySuggestion: String? {
        userInfo[NSLocalizedRecoverySuggestionErrorKey] as? String
    }
}

/// A file system of its own in memory, which is soon full.
struct SmallDisk {
    private let directory: TemporaryDirectory
    var path: String { directory.path }

    /// Whether this user may mount.
    static let canBeMade: Bool = {
        guard geteuid() == 0, let disk = try? SmallDisk(kilobytes: 100) else { return false }
        disk.remove()
        return true
    }()

    init(kilobytes: Int, isWritable: Bool = true) throws {
        directory = try TemporaryDirectory()
        let words = [
            "mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k,\(isWritable ? "rw" : "ro")", "tmpfs",
            directory.path,
        ]
        try #require(try Program.run(words).status == 0)
    }

    func remove() { _ = try? Program.run(["umount", "--lazy", path]) }
}
