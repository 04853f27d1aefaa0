import CameraCapture
import Foundation

/// Records a movie with tasks instead of delegates, and tells how it gets on.
///
/// Usage: `ModernSwift FILE [SECONDS]`
@main
enum ModernSwift {
    static func main() async {
        guard CommandLine.arguments.count > 1 else { fail("usage: ModernSwift FILE [SECONDS]") }
        let file = URL(fileURLWithPath: CommandLine.arguments[1])
        let seconds = CommandLine.arguments.dropFirst(2).first.flatMap(Double.init) ?? 5
        do {
            guard await CaptureAccess.request(for: .camera) else {
                fail("this program may not use the cameras")
            }
            let result = try await record(to: file, for: .seconds(seconds))
            for movie in result.files {
                print("Saved \(movie.path): \(movie.frames) frames, \(movie.bytes) bytes")
            }
        } catch {
            fail(error.description)
        }
    }

    private static func record(
        to file: URL,
        for duration: Duration
    ) async throws(CaptureError) -> RecordingResult {
        let session = CaptureSession(selection: try CaptureSelection(options: CaptureOptions()))
        try await session.start()
        print("Recording \(session.selection.camera.name)")
        let recording = try await session.record(to: file)
        // The events come while the recording goes on, and end with it.
        async let told: Void = tell(recording)
        try? await Task.sleep(for: duration)
        let result = try await recording.stop()
        await told
        await session.stop()
        return result
    }

    private static func tell(_ recording: Recording) async {
        for await event in recording.events {
            switch event {
            case .progress(let progress): print("\(progress.duration), \(progress.bytes) bytes")
            case .warning(_, let message): print("Warning: \(message)")
            default: break
            }
        }
    }

    private static func fail(_ reason: String) -> Never {
        FileHandle.standardError.write(Data("ModernSwift: \(reason)\n".utf8))
        exit(1)
    }
}
