import Foundation
import Testing

@testable import Recording

/// How files get their names, and that no existing file is ever touched.
struct FileNamingTests {
    /// 2024-02-29 12:34:56 in the machine's own time zone.
    private static func leapDay() throws -> Int {
        let parts = DateComponents(year: 2024, month: 2, day: 29, hour: 12, minute: 34, second: 56)
        return Int(try #require(Calendar(identifier: .gregorian).date(from: parts)).timeIntervalSince1970)
    }

    private func naming(
        _ folder: TemporaryFolder,
        _ name: String,
        severalFiles: Bool = false
    ) -> FileNaming {
        FileNaming(
            pattern: FileNaming.escaped(folder.path) + "/" + name,
            severalFiles: severalFiles
        )
    }

    @Test func aPlainNameIsTakenAsItIs() throws {
        let folder = try TemporaryFolder()
        let path = try naming(folder, "clip one.mp4").reserve(now: 0)
        #expect(path == folder.path + "/clip one.mp4")
        #expect(folder.files == ["clip one.mp4"])
        #expect(try folder.contents("clip one.mp4").isEmpty)
    }

    @Test func anExistingFileIsRefusedAndUntouched() throws {
        let folder = try TemporaryFolder()
        try folder.write("precious", to: "clip.mp4")
        let error = try #require(throws: CaptureError.self) {
            try naming(folder, "clip.mp4").reserve(now: 0)
        }
        #expect(error.code == .fileExists)
        #expect(error.what == "\(folder.path)/clip.mp4 exists already and is never overwritten")
        #expect(try folder.contents("clip.mp4") == Data("precious".utf8))
        #expect(folder.files == ["clip.mp4"])
    }

    @Test func aLinkToNowhereCountsAsAnExistingFile() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/clip.mp4",
            withDestinationPath: folder.path + "/elsewhere.mp4"
        )
        let error = try #require(throws: CaptureError.self) {
            try naming(folder, "clip.mp4").reserve(now: 0)
        }
        #expect(error.code == .fileExists)
        #expect(folder.files == ["clip.mp4"])
    }

    @Test func aMissingDirectoryIsNamed() throws {
        let folder = try TemporaryFolder()
        let error = try #require(throws: CaptureError.self) {
            try naming(folder, "missing/clip.mp4").reserve(now: 0)
        }
        #expect(error.code == .cannotCreateFile)
        #expect(error.what == "the directory of \(folder.path)/missing/clip.mp4 does not exist")
    }

    @Test func aDirectoryThatIsAFileIsRefused() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "file")
        let error = try #require(throws: CaptureError.self) {
            try naming(folder, "file/clip.mp4").reserve(now: 0)
        }
        #expect(error.code == .cannotCreateFile)
        #expect(error.what == "\(folder.path)/file/clip.mp4 cannot be created: Not a directory")
    }

    @Test func theCounterStartsAtOne() throws {
        let folder = try TemporaryFolder()
        let naming = naming(folder, "clip-%i.mp4")
        for expected in ["clip-001.mp4", "clip-002.mp4", "clip-003.mp4"] {
            #expect(try naming.reserve(now: 0) == folder.path + "/" + expected)
        }
    }

    @Test func theCounterGoesOnFromTheHighestNumberThatIsThere() throws {
        let folder = try TemporaryFolder()
        let others = [
            "clip-007.mp4", "clip-012.mp4", "clip-300.mkv", "other-400.mp4", "clip-abc.mp4", "clip-.mp4",
        ]
        for name in others { try folder.write("", to: name) }
        #expect(try naming(folder, "clip-%i.mp4").reserve(now: 0) == folder.path + "/clip-013.mp4")
        #expect(folder.files.count == others.count + 1)
    }

    @Test func theCounterGrowsBeyondThreeDigits() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "999.mp4")
        #expect(try naming(folder, "%i.mp4").reserve(now: 0) == folder.path + "/1000.mp4")
        #expect(try naming(folder, "%i.mp4").reserve(now: 0) == folder.path + "/1001.mp4")
    }

    @Test func theCounterGoesOnThoughTheLastFileIsGone() throws {
        let folder = try TemporaryFolder()
        let naming = naming(folder, "%i.mp4")
        var taken: FileNaming.Taken?
        func next() throws -> String {
            String(try naming.reserve(now: 0, after: &taken).dropFirst(folder.path.count + 1))
        }
        #expect(try next() == "001.mp4")
        #expect(try next() == "002.mp4")
        unlink(folder.path + "/002.mp4")
        #expect(try next() == "003.mp4", "a name that was told of is not taken again")
        for name in ["004.mp4", "005.mp4", "009.mp4"] { try folder.write("", to: name) }
        #expect(try next() == "010.mp4", "somebody else took names")
        #expect(folder.files.count == 6)
    }

    @Test func aCounterInTheDirectoryLeavesTheDirectoryAlone() throws {
        let folder = try TemporaryFolder()
        let error = try #require(throws: CaptureError.self) {
            try naming(folder, "take-%i/clip.mp4").reserve(now: 0)
        }
        #expect(error.code == .cannotCreateFile)
        #expect(folder.files.isEmpty)
    }

    @Test(arguments: [
        ("clip.mp4", "clip-%i.mp4"),
        ("clip", "clip-%i"),
        (".hidden", ".hidden-%i"),
        ("a.b/clip", "a.b/clip-%i"),
        ("a.b/clip.tar.mp4", "a.b/clip.tar-%i.mp4"),
        ("100%%i.mp4", "100%%i-%i.mp4"),
        ("take-%i.mp4", "take-%i.mp4"),
        ("%Y/clip-%i", "%Y/clip-%i"),
    ])
    func aCounterIsInsertedBeforeTheSuffixOnlyWhereItIsMissing(pattern: String, expected: String) {
        #expect(FileNaming(pattern: pattern, severalFiles: true).pattern == expected)
        #expect(FileNaming(pattern: pattern, severalFiles: false).pattern == pattern)
    }

    @Test func datesAreFilledIn() throws {
        let folder = try TemporaryFolder()
        let path = try naming(folder, "%Y-%m-%d %H.%M.%S.mp4").reserve(now: FileNamingTests.leapDay())
        #expect(path == folder.path + "/2024-02-29 12.34.56.mp4")
    }

    @Test func datesAndACounterGoTogether() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "20240229-041.mp4")
        try folder.write("", to: "20240301-099.mp4")
        let path = try naming(folder, "%Y%m%d-%i.mp4").reserve(now: FileNamingTests.leapDay())
        #expect(path == folder.path + "/20240229-042.mp4")
    }

    @Test(arguments: [
        ("100%%.mp4", "100%.mp4"),
        ("%%i.mp4", "%i.mp4"),
        ("%%Y.mp4", "%Y.mp4"),
        ("%%%%.mp4", "%%.mp4"),
        ("odd%", "odd%"),
        ("%%s%%n.mp4", "%s%n.mp4"),
    ])
    func aDoubledPercentSignIsOnePercentSign(pattern: String, expected: String) throws {
        let folder = try TemporaryFolder()
        #expect(try naming(folder, pattern).reserve(now: 0) == folder.path + "/" + expected)
    }

    @Test(arguments: ["plain.mp4", "50% off %i %Y.mp4", "%", "%%", "%s%n%p.mp4", "äöü 日本 %d.mp4"])
    func escapedTextIsUsedLiterally(text: String) throws {
        let folder = try TemporaryFolder()
        #expect(try naming(folder, FileNaming.escaped(text)).reserve(now: 0) == folder.path + "/" + text)
    }

    @Test func aDirectoryWithPercentSignsIsUsedLiterally() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/%i %Y",
            withIntermediateDirectories: false
        )
        let naming = naming(folder, FileNaming.escaped("%i %Y") + "/clip-%i.mp4")
        #expect(try naming.reserve(now: 0) == folder.path + "/%i %Y/clip-001.mp4")
        #expect(try naming.reserve(now: 0) == folder.path + "/%i %Y/clip-002.mp4")
    }
}
