import Synchronization
import Testing

@testable import AVFoundation

/// Keeps the errors that a layer's notification carries.
private final class Endings: Sendable {
    private final class Kept: Sendable { let codes = Mutex<[AVError.Code]>([]) }

    private let kept = Kept()
    private let token: Shared<any NSObjectProtocol>

    init(of layer: AVCaptureVideoPreviewLayer) {
        let name = AVCaptureVideoPreviewLayer.didEndNotification
        token = Shared(
            NotificationCenter.default.addObserver(forName: name, object: layer, queue: nil) { [kept] note in
                let error = (note.userInfo?[AVCaptureSessionErrorKey] as? NSError) as? AVError
                kept.codes.withLock { $0.append(error?.code ?? .unknown) }
            }
        )
    }

    deinit { NotificationCenter.default.removeObserver(token.value) }

    var codes: [AVError.Code] { kept.codes.withLock { $0 } }
}

/// A session whose preview appears in a window of 180 by 360, while a movie is recorded.
private struct WindowBench {
    let studio: Studio
    let layer: AVCaptureVideoPreviewLayer
    let window = PreviewWindow(title: "Camera", width: 180, height: 360)
    let endings: Endings
    let url: URL

    // What DISPLAY is; nil for none. Only for a process of its own.
    init(display: String?) async throws {
        unsetenv("WAYLAND_DISPLAY")
        if let display { setenv("DISPLAY", display, 1) } else { unsetenv("DISPLAY") }
        studio = try Studio(preset: .vga640x480, hasSound: false)
        layer = AVCaptureVideoPreviewLayer(session: studio.session)
        endings = Endings(of: layer)
        layer.videoGravity = .resizeAspectFill
        window.attachPreviewLayer(layer)
        studio.session.startRunning()
        url = studio.url("a.mov")
        studio.log.record(url, with: studio.output)
        try await studio.log.wait(for: .didStart, of: url)
    }

    func expectWholeMovie() async throws {
        #expect(studio.session.isRunning)
        studio.output.stopRecording()
        #expect(try await studio.log.end(of: url).error == nil)
        let numbers = try Movie(url).pictures().numbers
        #expect(numbers.count >= 15)
        #expect(Pictures.isConsecutive(numbers))
    }
}

extension Conformance {
    /// Behaviour 20: a preview in a window, and its end, which ends nothing else.
    ///
    /// Each in a process of its own, since the environment says which display it is.
    @Suite(.serialized) struct PreviewWindowTests {
        #if compiler(>=6.2)
            @Test(.timeLimit(.minutes(15))) func aLostDisplayEndsOnlyThePreview() async {
                await #expect(processExitsWith: .success) {
                    let screen = try Screen()
                    let bench = try await WindowBench(display: screen.display)
                    // What does not fit is cut off at left and right.
                    try await screen.shows("cgm", width: 180, height: 360)
                    #expect(bench.layer.isPreviewing)
                    try #require(bench.layer.connection).isVideoMirrored = true
                    try await screen.shows("mgc", width: 180, height: 360)
                    bench.layer.videoGravity = .resizeAspect
                    try await screen.shows("brmgcyw", width: 180, height: 360)
                    screen.kill()
                    try await until("the end is told") { !bench.endings.codes.isEmpty }
                    #expect(!bench.layer.isPreviewing)
                    try await bench.expectWholeMovie()
                    #expect(bench.endings.codes == [.displayWasDisabled])
                }
            }

            @Test(.timeLimit(.minutes(15))) func aWindowThatWasClosedStaysClosed() async {
                await #expect(processExitsWith: .success) {
                    let screen = try Screen()
                    let bench = try await WindowBench(display: screen.display)
                    try await screen.shows("cgm", width: 180, height: 360)
                    try screen.destroyWindows()
                    try await until("the end is told") { !bench.endings.codes.isEmpty }
                    try await bench.expectWholeMovie()
                    bench.studio.session.stopRunning()
                    bench.studio.session.startRunning()
                    try await Task.sleep(for: .milliseconds(500))
                    #expect(!bench.layer.isPreviewing)
                    try await screen.shows("k", width: 180, height: 360)
                    #expect(bench.endings.codes == [.operationCancelled])
                    // Until somebody wants to see it again.
                    bench.window.attachPreviewLayer(bench.layer)
                    try await screen.shows("cgm", width: 180, height: 360)
                    bench.studio.session.stopRunning()
                    try await screen.shows("k", width: 180, height: 360)
                    bench.studio.session.startRunning()
                    try await screen.shows("cgm", width: 180, height: 360)
                    bench.window.close()
                    try await screen.shows("k", width: 180, height: 360)
                    // A window goes with its object, and its layer can be shown elsewhere.
                    var other: PreviewWindow? = PreviewWindow(title: "Other", width: 180, height: 360)
                    other?.attachPreviewLayer(bench.layer)
                    try await screen.shows("cgm", width: 180, height: 360)
                    other = nil
                    try await screen.shows("k", width: 180, height: 360)
                    #expect(bench.endings.codes == [.operationCancelled])
                }
            }

            @Test(.timeLimit(.minutes(15))) func withoutADisplayEverythingElseGoesOn() async {
                await #expect(processExitsWith: .success) {
                    let bench = try await WindowBench(display: nil)
                    try await until("the end is told") { !bench.endings.codes.isEmpty }
                    bench.layer.videoGravity = .resize
                    bench.studio.session.commitConfiguration()
                    try await Task.sleep(for: .milliseconds(500))
                    try await bench.expectWholeMovie()
                    #expect(bench.endings.codes == [.displayWasDisabled])
                    bench.studio.session.stopRunning()
                    bench.studio.session.startRunning()
                    try await until("it is tried again") { bench.endings.codes.count == 2 }
                }
            }
        #endif
    }
}
