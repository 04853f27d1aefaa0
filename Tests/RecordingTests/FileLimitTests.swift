import Foundation
import GStreamer
import Testing

@testable import Recording

/// What file systems and people allow: the size of a file, and how many of them.
@Suite struct FileLimitTests {
    private let mounts = """
        22 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
        40 22 8:17 / /media/card\\0401 rw,nosuid - vfat /dev/sdb1 rw,fmask=0022
        41 22 0:35 / /tmp rw shared:5 master:2 - tmpfs tmpfs rw
        """

    @Test func aCardWithFatHoldsFourGibibytesInAFile() {
        #expect(FreeSpace.fileSystem(ofDevice: "8:17", in: mounts) == "vfat")
        #expect(FreeSpace.fileSystem(ofDevice: "0:35", in: mounts) == "tmpfs")
        #expect(FreeSpace.fileSystem(ofDevice: "9:9", in: mounts) == nil)
        #expect(FreeSpace.largestFile(on: "vfat") == 4_294_967_295)
        #expect(FreeSpace.largestFile(on: "ext4") == nil)
        #expect(FreeSpace.largestFile(at: "/proc/self/mountinfo") == nil)
    }

    // MARK: - Which files are kept

    private func file(_ name: String, _ size: Int64, secondsAgo: Int64) -> Retention.Candidate {
        .init(path: name, size: size, written: (1_000_000 - secondsAgo) * 1_000_000_000)
    }

    @Test func theNewestAreKept() {
        let files = (1...5).map { file("\($0).mp4", 100, secondsAgo: Int64($0) * 10) }
        #expect(Retention(files: 3).excess(of: files, open: [], now: 1_000_000) == ["5.mp4", "4.mp4"])
        #expect(
            Retention(size: 250).excess(of: files, open: [], now: 1_000_000) == ["5.mp4", "4.mp4", "3.mp4"]
        )
        #expect(
            Retention(age: 25).excess(of: files, open: [], now: 1_000_000) == ["5.mp4", "4.mp4", "3.mp4"]
        )
        #expect(Retention().excess(of: files, open: [], now: 1_000_000) == [])
    }

    @Test func theNewestStaysHoweverLargeItIsAndNothingBehindTheFirstThatIsTooMuch() {
        let mixed = [
            file("a", 500, secondsAgo: 1), file("b", 10, secondsAgo: 2), file("c", 10, secondsAgo: 3),
        ]
        #expect(Retention(size: 100).excess(of: mixed, open: [], now: 1_000_000) == ["c", "b"])
        let holes = [
            file("a", 10, secondsAgo: 1), file("b", 500, secondsAgo: 2), file("c", 10, secondsAgo: 3),
        ]
        #expect(Retention(size: 100).excess(of: holes, open: [], now: 1_000_000) == ["c", "b"])
    }

    @Test func aFileThatIsWrittenIsTheNewestAndNeverRemoved() {
        let files = [file("old.mp4", 100, secondsAgo: 90), file("new.mp4", 100, secondsAgo: 1)]
        #expect(Retention(files: 2).excess(of: files, open: ["old.mp4"], now: 1_000_000) == [])
        #expect(Retention(files: 1).excess(of: files, open: ["old.mp4"], now: 1_000_000) == ["new.mp4"])
        #expect(Retention(age: 5).excess(of: files, open: ["old.mp4"], now: 1_000_000) == [])
    }

    /// The clock was ten hours ahead when the old files were made, and was set back since.
    @Test func whatThisRunMadeIsNewerThanAllThatItFound() {
        let old = (1...3).map { file("old\($0)", 100, secondsAgo: -36_000 - Int64($0)) }
        let own = (1...2).map { number in
            var made = file("own\(number)", 100, secondsAgo: 1000)
            made.own = .init(order: number, age: 20 - number)
            return made
        }
        let all = own + old
        #expect(
            Retention(files: 3).excess(of: all, open: [], now: 1_000_000) == ["old1", "old2"],
            "of what was found the newest stays"
        )
        #expect(Retention(files: 1).excess(of: all, open: [], now: 1_000_000).last == "own1")
        #expect(Retention(files: 1).excess(of: all, open: ["old3"], now: 1_000_000).last == "own2")
        #expect(Retention(age: 60).excess(of: own, open: [], now: 1_000_000) == [])
    }

    @Test func onlyNamesOfThePatternAreTouched() {
        let counted = FileNaming(pattern: "/data/cam-%i.mp4", severalFiles: true)
        for name in ["cam-001.mp4", "cam-12345.mp4"] { #expect(counted.canHaveMade(name), "\(name)") }
        for name in [
            "cam-.mp4", "cam-1a.mp4", "xcam-001.mp4", "cam-001.mp4.json", "cam-001.mkv", "cam-001 (2).mp4",
        ] {
            #expect(!counted.canHaveMade(name), "\(name)")
        }
        let dated = FileNaming(pattern: "a%%b-%Y%m%d-%H%M%S.mp4", severalFiles: true)
        #expect(dated.canHaveMade("a%b-20261130-120000-001.mp4"))
        #expect(!dated.canHaveMade("a%b-holiday-001.mp4"))
        #expect(!dated.canHaveMade("a%b-2026113-120000-001.mp4"))
        #expect(FileNaming(pattern: "%F.mp4", severalFiles: true).canHaveMade("2026-11-30-001.mp4"))
        #expect(!FileNaming(pattern: "%F.mp4", severalFiles: true).canHaveMade("holiday-1.mp4"))
        #expect(!FileNaming(pattern: "%A.mp4", severalFiles: true).canTellItsNames)
        #expect(!FileNaming(pattern: "%Y/a.mp4", severalFiles: true).canTellItsNames)
        #expect(!FileNaming(pattern: "clip.mp4", severalFiles: false).canHaveMade("clip.mp4"))
        #expect(FileNaming(pattern: "clip.mp4", severalFiles: true).canHaveMade("clip-007.mp4"))
    }

    @Test func sweepingRemovesTheOldestFromTheDirectory() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (index, name) in ["c-001.mp4", "c-002.mp4", "c-003.mp4", "mine.mp4"].enumerated() {
            let path = folder.appendingPathComponent(name).path
            _ = FileManager.default.createFile(atPath: path, contents: Data(count: 10))
            let date = Date(timeIntervalSince1970: 1_000_000 + Double(index))
            try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        }
        let naming = FileNaming(pattern: folder.path + "/c-%i.mp4", severalFiles: true)
        let (removed, failure) = Retention(files: 2).sweep(naming, open: [], own: [:], now: 2_000_000)
        #expect(failure == nil)
        #expect(removed == [folder.path + "/c-001.mp4"])
        let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(left == ["c-002.mp4", "c-003.mp4", "mine.mp4"])
    }

    // MARK: - A file that does not grow

    @Test func aFileThatStopsGrowingIsNoticedAndOneThatPausesIsNot() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        _ = FileManager.default.createFile(atPath: path, contents: Data(count: 10))
        defer { try? FileManager.default.removeItem(atPath: path) }
        var watch = GrowthWatch(patience: .seconds(15))
        for second in 0...14 {
            #expect(
                watch.look(DiskWatch.size(of: path), of: path, hasInput: true, now: .seconds(Double(second)))
                    == nil
            )
        }
        #expect(
            watch.look(DiskWatch.size(of: path), of: path, hasInput: false, now: .seconds(15.5)) == nil,
            "nothing goes in"
        )
        #expect(watch.look(DiskWatch.size(of: path), of: path, hasInput: true, now: .seconds(30)) == nil)
        let error = watch.look(DiskWatch.size(of: path), of: path, hasInput: true, now: .seconds(31))
        #expect(error?.code == .writeFailed)
        #expect(error?.what.contains("has not grown for 15 seconds") == true)
        try FileManager.default.removeItem(atPath: path)
        let gone = watch.look(DiskWatch.size(of: path), of: path, hasInput: true, now: .seconds(32))
        #expect(gone?.what.contains("was deleted or moved") == true)
    }

    @Test func theDiskIsLookedAtInTheBackground() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        _ = FileManager.default.createFile(atPath: path, contents: Data(count: 10))
        let disk = DiskWatch()
        #expect(disk.sight(of: path).size == nil, "nobody looked")
        func look(until condition: (DiskWatch.Sight) -> Bool) -> Bool {
            for _ in 0..<1000 where !condition(disk.sight(of: path)) {
                disk.look(at: path)
                usleep(1000)
            }
            return condition(disk.sight(of: path))
        }
        #expect(look { $0.size == .bytes(10) && $0.freeBytes ?? 0 > 0 })
        #expect(disk.sight(of: path + "x").size == nil, "that is another file")
        try FileManager.default.removeItem(atPath: path)
        #expect(look { $0.size == .missing })
    }

    @Test func aDiskThatDoesNotEvenTellTheSizeIsNoticed() {
        var watch = GrowthWatch(patience: .seconds(15))
        for second in 0...15 {
            let now = ClockTime.seconds(Double(second))
            #expect(watch.look(.bytes(10), of: "a.mp4", hasInput: true, now: now) == nil)
        }
        #expect(
            watch.look(nil, of: "a.mp4", hasInput: true, now: .seconds(16)) == nil,
            "it is something else"
        )
        let error = watch.look(nil, of: "a.mp4", hasInput: true, now: .seconds(32))
        #expect(error?.code == .writeFailed)
    }
}
