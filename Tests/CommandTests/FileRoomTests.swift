import CameraCapture
import Testing

@testable import Recording
@testable import gstcam

/// Files on a file system that has a largest one.
struct FileRoomTests {
    private func progress(_ path: String, bytes: Int64) -> RecordingProgress {
        RecordingProgress(
            path: path,
            duration: .zero,
            bytes: bytes,
            frames: 0,
            losses: [],
            audioLevel: nil,
            freeBytes: nil
        )
    }

    @Test func oneFileIsNearlyFullAtNineTenths() {
        var room = FileRoom(largest: 1000)
        #expect(room.isNearlyFull(progress("a", bytes: 900)) == false)
        #expect(room.isNearlyFull(progress("a", bytes: 901)) == true)
    }

    @Test func eachSegmentHasARoomOfItsOwn() {
        var room = FileRoom(largest: 1000)
        var full: [Int64] = []
        for tenth in Int64(0)..<40 {
            let name = tenth < 15 ? "a" : "b"
            if room.isNearlyFull(progress(name, bytes: tenth * 100)) { full.append(tenth) }
        }
        #expect(full == [10, 11, 12, 13, 14] + (24..<40))
    }

    @Test func withoutALimitNoFileIsEverFull() {
        var room = FileRoom()
        #expect(room.isNearlyFull(progress("a", bytes: .max)) == false)
    }
}
