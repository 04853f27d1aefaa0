import Foundation
import Testing

@testable import MovieFile

/// What cannot be finished is refused with a reason, and not touched.
@Suite struct RefusalTests {
    private let piece = fragment([Traf(decodeTime: 0, runs: [Run(samples: [Sample(), Sample()])])])

    private func refusal(of bytes: [UInt8]) throws -> MovieFileError.Code? {
        let file = try TemporaryFile(bytes)
        let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
        #expect(try file.bytes == bytes)
        #expect(error?.path == file.path)
        #expect(error?.message.contains(file.path) == true)
        #expect(error?.description == error?.message)
        return error?.code
    }

    @Test func aFileWithoutItsHeaderIsRefused() throws {
        let start = header()
        #expect(try refusal(of: start.dropLast(5)) == .missingHeader)
        #expect(try refusal(of: Array(start.prefix(20))) == .missingHeader)
        #expect(try refusal(of: start.prefix(20) + piece) == .missingHeader)
        #expect(try refusal(of: piece) == .missingHeader)
    }

    @Test func aDamagedHeaderIsRefused() throws {
        #expect(try refusal(of: box("ftyp", zeros(8)) + box("moov", zeros(40)) + piece) == .missingHeader)
    }

    @Test func otherFilesAreNoMovies() throws {
        #expect(try refusal(of: []) == .notAMovie)
        #expect(try refusal(of: Array("#!/bin/sh\necho this is a script\n".utf8)) == .notAMovie)
        #expect(try refusal(of: zeros(4096)) == .notAMovie)
    }

    @Test func aFileWithoutSamplesHasNoMedia() throws {
        #expect(try refusal(of: header()) == .noMedia)
        #expect(try refusal(of: header() + piece.dropLast(15)) == .noMedia)
        #expect(try refusal(of: header(fragmented: false)) == .noMedia)
    }

    @Test func aCompressedHeaderIsUnsupported() throws {
        let bytes = box("ftyp", zeros(8)) + box("moov", box("cmov", zeros(40))) + piece
        #expect(try refusal(of: bytes) == .unsupported)
    }

    @Test func encryptedMediaAreUnsupported() throws {
        #expect(try refusal(of: header([SyntheticTrack(entry: "encv")]) + piece) == .unsupported)
    }

    @Test func moreSamplesThanAnIndexHoldsAreUnsupported() throws {
        // One byte each, every second one a sync sample: no table of them is compact.
        let bytes = header([SyntheticTrack(defaults: (1, 1, 0x1_0000))])
        let file = try TemporaryFile(bytes)
        let run = fullBox("trun", flags: 0x5, words(UInt32.max, 100, 0))
        let moof = box("moof", fullBox("mfhd", words(1)), box("traf", fullBox("tfhd", words(1)), run))
        let media = words(1) + Array("mdat".utf8) + be(UInt64(1) << 32)
        try file.write(bytes + moof + media)
        try #require(truncate(file.path, bytes.count + moof.count + 1 << 32) == 0)
        let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
        #expect(error?.code == .unsupported)
    }

    @Test func anIndexLargerThanMemoryIsUnsupported() throws {
        let bytes = header() + words(1) + Array("moof".utf8) + be(UInt64(1) << 33)
        let file = try TemporaryFile(bytes)
        // A sparse file, so the fragment is all there and takes no room.
        try #require(truncate(file.path, bytes.count + 1 << 33) == 0)
        let error = #expect(throws: MovieFileError.self) { try MovieFinisher.inspect(file.path) }
        #expect(error?.code == .unsupported)
    }

    @Test func whatIsNoFileIsRefused() throws {
        let folder = try TemporaryFolder()
        #expect(throws: MovieFileError.self) { try MovieFinisher.inspect(folder.path) }
        let missing = #expect(throws: MovieFileError.self) {
            try MovieFinisher.inspect(folder.path + "/none.mp4")
        }
        #expect(missing?.code == .cannotOpen)
        #expect(missing?.message.contains("No such file or directory") == true)
        try #require(mkfifo(folder.path + "/pipe", 0o600) == 0)
        let pipe = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(folder.path + "/pipe") }
        #expect(pipe?.code == .notAMovie)
    }

    @Test(.enabled(if: geteuid() != 0, "root may write everything"))
    func aFileThatMayNotBeChangedIsRefused() throws {
        let file = try TemporaryFile(header() + piece)
        try #require(chmod(file.path, 0o400) == 0)
        let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(file.path) }
        #expect(error?.code == .cannotWrite)
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "needs the right to mount a file system"))
    func aFullDiskLeavesTheFileAsItWas() throws {
        let disk = try SmallDisk(kilobytes: 64)
        let start = header()
        // Up to the end of a page, so that the index needs one that there is not.
        let filling = 4096 * 8 - start.count - piece.count - 8
        let bytes = start + piece + box("free", zeros(filling))
        let path = disk.path + "/movie.mp4"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        disk.fill()
        let error = #expect(throws: MovieFileError.self) { try MovieFinisher.finish(path) }
        #expect(error?.code == .cannotWrite)
        #expect(error?.message.contains("No space left on device") == true)
        #expect(Array(try Data(contentsOf: URL(fileURLWithPath: path))) == bytes)
        #expect(try MovieFinisher.inspect(path).tracks.map(\.sampleCount) == [2])
    }
}

/// A file system of its own, small enough to be filled.
private final class SmallDisk {
    static let isAvailable = (try? SmallDisk(kilobytes: 64)) != nil

    private struct NotMounted: Error {}
    private let folder: TemporaryFolder
    let path: String

    init(kilobytes: Int) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/disk"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        guard try run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path).status == 0 else {
            throw NotMounted()
        }
    }

    /// Writes until nothing more fits.
    func fill() {
        let descriptor = open(path + "/filling", O_WRONLY | O_CREAT, 0o600)
        while write(descriptor, zeros(4096), 4096) > 0 {}
        close(descriptor)
    }

    deinit {
        _ = try? run("umount", path)
    }
}
