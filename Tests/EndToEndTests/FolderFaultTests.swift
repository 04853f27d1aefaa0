import Foundation
import Testing

/// What people and programs do to a recording's file and folder.
@Suite struct FolderFaultTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(.timeLimit(.minutes(15)), .fault("file deleted while recording", "exit 74, told at once"))
    func aFileThatIsDeletedWhileItIsRecordedIsTold() throws {
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "--json", "gone.mp4")
        try child.waitFor("\"event\":\"progress\"")
        unlink(workspace.path + "/gone.mp4")
        let time = try expectDeleted("gone.mp4", child)
        #expect(workspace.files.isEmpty)
        Fault.tell(lost: "the file", seconds: time)
    }

    @Test(.timeLimit(.minutes(15)), .fault("directory removed while recording", "exit 74, told at once"))
    func aDirectoryThatIsRemovedIsTold() throws {
        let folder = workspace.path + "/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let child = try workspace.start("record", "-d", "test", "-s", "320x240", "--json", "folder/a.mp4")
        try child.waitFor("\"event\":\"progress\"")
        try FileManager.default.removeItem(atPath: folder)
        let time = try expectDeleted("folder/a.mp4", child)
        #expect(workspace.files.isEmpty)
        Fault.tell(lost: "the file", seconds: time)
    }

    private func expectDeleted(_ name: String, _ child: Child) throws -> Double {
        let start = Date()
        let result = child.wait(seconds: 60)
        let time = Date().timeIntervalSince(start)
        #expect(time < 10, "\(time)")
        #expect(result.status == 74, "\(result.errors)")
        #expect(result.errors.contains("\(name) was deleted or moved while it was recorded"))
        let finished = result.events("finished")
        #expect(finished.count == 1)
        #expect(finished.first?["reason"] as? String == "write-failed")
        #expect(finished.first?["playable"] as? Bool == false)
        return time
    }

    /// Root is not asked for permission, unless it is without that right.
    @Test(
        .timeLimit(.minutes(15)),
        .fault("directory made read-only between segments", "exit 73, the files before are whole")
    )
    func aDirectoryThatBecomesReadOnlyLeavesTheFilesBefore() throws {
        let folder = workspace.path + "/folder"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { chmod(folder, 0o700) }
        let limited = geteuid() == 0 ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search"] : []
        let words = ["record", "-d", "test", "-s", "320x240", "--segment", "1s", "--json", "folder/s-%i.mp4"]
        let child = try Child(limited + [Workspace.command] + words, in: workspace.path)
        try child.waitFor("s-003.mp4")
        chmod(folder, 0o500)
        let start = Date()
        let result = child.wait(seconds: 60)
        let time = Date().timeIntervalSince(start)
        #expect(time < 10, "\(time)")
        #expect(result.status == 73, "\(result.errors)")
        #expect(result.errors.contains("cannot be created"), "\(result.errors)")
        let finished = result.events("finished")
        let names = finished.compactMap { $0["file"] as? String }
        try #require(names.count >= 3)
        #expect(names == (1...names.count).map { String(format: "folder/s-%03d.mp4", $0) })
        #expect(finished.allSatisfy { $0["playable"] as? Bool == true })
        let numbers = try names.flatMap { try Probe.frameNumbers($0, in: workspace) }
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(numbers)")
        #expect(numbers.count == 30 * names.count)
        Fault.tell(lost: "\(30 * names.count - numbers.count) frames", seconds: time)
    }

    @Test(.timeLimit(.minutes(15)), .fault("output on a FIFO or /dev/full", "exit 73, touched nothing"))
    func whatIsNoFileIsRefused() throws {
        #expect(mkfifo(workspace.path + "/pipe.mp4", 0o600) == 0)
        symlink("/dev/full", workspace.path + "/full.mp4")
        let start = Date()
        for name in ["pipe.mp4", "full.mp4"] {
            let result = try workspace.gstcam("record", "-d", "test", "-D", "1s", "--json", name)
            #expect(result.status == 73, "\(name): \(result.errors)")
            #expect(result.errors.contains("\(name) exists already"))
            #expect(result.events("finished").count == 1)
        }
        let named = try workspace.gstcam("record", "-d", "test", "-D", "1s", "/dev/full")
        #expect(named.status == 64, "\(named.errors)")
        #expect(workspace.files == ["full.mp4", "pipe.mp4"])
        Fault.tell(lost: "nothing", seconds: Date().timeIntervalSince(start) / 3)
    }
}
