import Foundation
import GStreamer
import Testing

@testable import Recording

/// Something that goes wrong with a whole recording.
enum Mishap: String, CaseIterable {
    case cameraLost, cameraAway, encoderFails, encoderMissing, directoryRemoved, fileDeleted, diskFull,
        noPicture, sizeReached, encoderStuck

    /// What may be left of a recording.
    struct Remains {
        fileprivate weak var recorder: Recorder?

        var isThere: Bool { recorder != nil }
    }

    /// Lets it happen to one recording, and waits for its end.
    func happen() throws -> Remains {
        let folder = try TemporaryFolder()
        var disk: SmallDisk?
        defer { disk?.remove() }
        if self == .diskFull, SmallDisk.canBeMade { disk = try SmallDisk(megabytes: 1, at: folder.path) }
        let bench = try RecorderBench(plan(FileNaming.escaped(folder.path) + "/clip.mp4"))
        bench.recorder.start()
        if self != .noPicture { bench.push(pictures: 0..<30, noise: self == .diskFull) }
        try strike(bench, in: folder)
        if self == .diskFull {
            for first in stride(from: 30, to: 600, by: 15) where bench.results.isEmpty {
                bench.push(pictures: first..<first + 15, noise: true)
            }
        } else if self != .noPicture {
            bench.push(pictures: 30..<60)
        }
        if self == .fileDeleted || self == .cameraAway {
            for first in stride(from: 60, to: 180, by: 15) where bench.results.isEmpty {
                bench.push(pictures: first..<first + 15)
                usleep(200_000)
            }
        }
        bench.recorder.stop()
        _ = try #require(bench.result(within: 30), "\(self) did not end")
        #expect(bench.endsProperly, "\(self)")
        return Remains(recorder: bench.recorder)
    }

    private func plan(_ pattern: String) -> RecordingPlan {
        switch self {
        case .encoderFails: RecorderBench.plan(pattern, encoder: "identity error-after=3 ! x264enc")
        case .encoderMissing: RecorderBench.plan(pattern, encoder: "nosuchencoder")
        case .encoderStuck: RecorderBench.plan(pattern, encoder: "identity sleep-time=400000 ! x264enc")
        case .sizeReached: RecorderBench.plan(pattern, limits: .init(size: 20_000, minimumFree: 0))
        default: RecorderBench.plan(pattern)
        }
    }

    private func strike(_ bench: RecorderBench, in folder: TemporaryFolder) throws {
        switch self {
        case .cameraLost:
            bench.recorder.inputFailed(.deviceLost, CaptureError(.deviceLost, "the camera is gone"))
        case .cameraAway:
            bench.recorder.inputAway(.deviceLost, CaptureError(.deviceLost, "the camera is gone"))
        case .directoryRemoved: try FileManager.default.removeItem(atPath: folder.path)
        case .fileDeleted: unlink(bench.recorder.path)
        default: break
        }
    }
}
