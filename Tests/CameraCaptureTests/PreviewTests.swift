import Foundation
import GStreamer
import Synchronization
import Testing

@testable import CameraCapture

/// Previews of a session on the test camera, drawn into sinks and windows that the tests own.
@Suite(.serialized) struct PreviewTests {
    private let directory: TemporaryDirectory
    private let selection: CaptureSelection

    init() throws {
        try Gst.initialize()
        directory = try TemporaryDirectory()
        var options = CaptureOptions()
        options.camera = "test"
        options.microphone = .none
        options.size = (320, 180)
        selection = try CaptureSelection(options: options)
    }

    /// A stage that draws on a certain X server, whatever the environment says.
    private func stage(on display: String) throws -> String {
        try selection.previewStage(for: .windowHandle(0)) + " display=\(display)"
    }

    private func record(_ session: CaptureSession, seconds: Double, _ log: EventLog) throws {
        var options = RecordingOptions(pattern: "\(directory.path)/a.mkv")
        options.duration = .seconds(seconds)
        try session.record(try selection.plan(options).plan) { log.add($0) }
    }

    /// Every picture of the recording is there, in its order.
    private func expectWhole(_ log: EventLog, frames: Int) async throws {
        let result = try await log.result()
        #expect(result.error == nil)
        #expect(result.files.first?.losses.droppedFrames == 0)
        let numbers = try GreyPictures(of: "\(directory.path)/a.mkv", width: 320, height: 180).numbers
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + frames))
    }

    // MARK: - The picture

    @Test(.timeLimit(.minutes(15))) func theLookFollowsItsSettingsWhileItIsShown() async throws {
        let screen = try SquareScreen()
        let events = PreviewEvents()
        let preview = Preview(surface: .sink(screen.sink), gravity: .fill) { events.add($0) }
        let session = CaptureSession(selection: selection)
        #expect(!preview.isShowing)
        session.attach(preview)
        try session.startNow()
        // The middle row does not flash, and has the bars; the test picture has seven.
        #expect(await screen.shows { $0.bars(0.58) == "ycgmr" && $0.bars(0.02) != "k" })
        #expect(preview.isShowing)
        #expect(preview.gravity == .fill)
        preview.isMirrored = true
        #expect(await screen.shows { $0.bars(0.58) == "rmgcy" })
        preview.gravity = .stretch
        #expect(await screen.shows { $0.bars(0.58) == "brmgcyw" })
        preview.gravity = .fit
        #expect(
            await screen.shows { $0.bars(0.54) == "brmgcyw" && $0.bars(0.02) == "k" && $0.bars(0.99) == "k" }
        )
        preview.isMirrored = false
        #expect(await screen.shows { $0.bars(0.54) == "wycgmrb" })
        preview.gravity = .fill
        #expect(await screen.shows { $0.bars(0.58) == "ycgmr" && $0.bars(0.02) != "k" })
        preview.close()
        #expect(!preview.isShowing)
        session.stopNow()
        #expect(await events.all(atLeast: 2) == ["started", "closed"])
    }

    @Test(.timeLimit(.minutes(15))) func whatTheStabilizerCutsOffIsNotShown() async throws {
        let screen = try SquareScreen()
        let preview = Preview(surface: .sink(screen.sink), gravity: .stretch)
        let session = CaptureSession(selection: selection)
        session.attach(preview)
        try session.startNow()
        // The first bar is a seventh wide, and a fourteenth of what is left when a tenth is cut off either side.
        #expect(await screen.shows { $0.row(0.58, at: [0.1, 0.9]) == "wb" })
        preview.crop = 0.2
        #expect(await screen.shows { $0.row(0.58, at: [0.1, 0.9]) == "yr" })
        preview.crop = 0
        #expect(await screen.shows { $0.row(0.58, at: [0.1, 0.9]) == "wb" })
        preview.close()
        session.stopNow()
    }

    @Test func aPreviewCanBeSteadiedItself() throws {
        let plain = try selection.previewStage(for: .windowHandle(1))
        let steady = try selection.previewStage(for: .windowHandle(1), stabilization: .lowlatency)
        #expect(steady.hasSuffix(" ! " + plain))
        #expect(steady.contains("! videostab name=stabilizer mode=lowlatency"))
    }

    @Test(.timeLimit(.minutes(15))) func aSinkCanBeUsedAgain() async throws {
        let screen = try SquareScreen()
        let session = CaptureSession(selection: selection)
        try session.startNow()
        for _ in 0..<3 {
            let preview = Preview(surface: .sink(screen.sink), gravity: .stretch)
            session.attach(preview)
            #expect(await screen.shows { $0.bars(0.58) == "wycgmrb" })
            preview.close()
            screen.forget()
        }
        session.stopNow()
    }

    @Test(.timeLimit(.minutes(15))) func aWindowOfTheCallerIsDrawnInto() async throws {
        let server = try XServer()
        let window = try server.xlib()
        let handle = window.create(width: 200, height: 200)
        let events = PreviewEvents()
        let preview = Preview(
            surface: .windowHandle(handle),
            gravity: .fill,
            stage: try stage(on: server.display)
        ) { events.add($0) }
        let session = CaptureSession(selection: selection)
        session.attach(preview)
        try session.startNow()
        #expect(try server.waitForScreen(width: 200, height: 200) { $0.bars(0.58) == "ycgmr" })
        #expect(window.windows == [handle])
        window.resize(handle, width: 400, height: 200)
        #expect(try server.waitForScreen(width: 400, height: 200) { $0.bars(0.58) == "wycgmrb" })
        // Its owner takes it away while pictures are drawn into it.
        window.destroy(handle)
        #expect(await events.all(atLeast: 2) == ["started", "windowClosed"])
        #expect(!preview.isShowing)
        session.stopNow()
    }

    // MARK: - Beside a recording

    @Test(.timeLimit(.minutes(15))) func attachingAndDetachingLosesNoPicture() async throws {
        let server = try XServer()
        let events = PreviewEvents()
        let surface = Preview.Surface.window(title: "Preview", width: 320, height: 180)
        let preview = Preview(surface: surface, stage: try stage(on: server.display)) { events.add($0) }
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try record(session, seconds: 8, log)
        try session.startNow()
        for round in 1...20 {
            session.attach(preview)
            // Some are detached while their window still opens.
            if round % 2 == 0 {
                _ = await events.all(atLeast: round / 2)
            } else {
                try await Task.sleep(for: .milliseconds(20))
            }
            session.detach(preview)
            #expect(!preview.isShowing)
        }
        try await expectWhole(log, frames: 240)
        preview.close()
        session.stopNow()
        #expect(try server.xlib().windows == [])
        let told = await events.all(atLeast: 11)
        #expect(told.last == "closed")
        #expect(told.dropLast().allSatisfy { $0 == "started" })
    }

    @Test(.timeLimit(.minutes(15))) func aLostDisplayEndsThePreviewAndNothingElse() async throws {
        let server = try XServer()
        let other = try XServer()
        let surface = Preview.Surface.window(title: "Preview", width: 320, height: 180)
        let (lost, kept) = (PreviewEvents(), PreviewEvents())
        let first = Preview(surface: surface, stage: try stage(on: server.display)) { lost.add($0) }
        let second = Preview(surface: surface, stage: try stage(on: other.display)) { kept.add($0) }
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try record(session, seconds: 8, log)
        session.attach(first)
        session.attach(second)
        try session.startNow()
        #expect(await lost.all(atLeast: 1) == ["started"])
        #expect(await kept.all(atLeast: 1) == ["started"])
        server.kill()
        #expect(await lost.all(atLeast: 2) == ["started", "noDisplay"])
        #expect(second.isShowing)
        session.attach(first)
        #expect(!first.isShowing)
        try await expectWhole(log, frames: 240)
        #expect(kept.told == ["started"])
        first.close()
        second.close()
        session.stopNow()
        #expect(lost.told == ["started", "noDisplay"])
    }

    @Test(.timeLimit(.minutes(15))) func aSinkThatHangsIsLeftBehind() async throws {
        // Sleeps for minutes over each picture.
        let stage = "identity sleep-time=600000000 ! fakesink name=screen"
        let preview = Preview(surface: .window(title: "", width: 8, height: 8), stage: stage)
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try record(session, seconds: 3, log)
        session.attach(preview)
        try session.startNow()
        try await expectWhole(log, frames: 90)
        let before = Gst.monotonicTime
        preview.close()
        session.stopNow()
        #expect((Gst.monotonicTime - before).seconds < 60)
    }

    // MARK: - The end

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [
            ("ximagesink name=screen display=:4242", "noDisplay"),
            ("nosuchsink name=screen", "missingElement"),
            ("fakesink", "badTemplate"),
            ("videoconvert ! ! fakesink name=screen", "badTemplate"),
            ("capsfilter caps=audio/x-raw ! fakesink name=screen", "badTemplate"),
        ]
    )
    func whatCannotBeShownIsToldOnce(stage: String, code: String) async throws {
        let events = PreviewEvents()
        let surface = Preview.Surface.window(title: "Preview", width: 320, height: 180)
        let preview = Preview(surface: surface, stage: stage) { events.add($0) }
        let session = CaptureSession(selection: selection)
        let log = EventLog()
        try record(session, seconds: 2, log)
        session.attach(preview)
        try session.startNow()
        #expect(await events.all(atLeast: 1) == [code])
        try await expectWhole(log, frames: 60)
        preview.close()
        session.attach(preview)
        session.detach(preview)
        session.stopNow()
        #expect(events.told == [code])
    }

    @Test(.timeLimit(.minutes(15))) func closingIsToldOnceEvenWhenNothingWasShown() async throws {
        let events = PreviewEvents()
        let preview = Preview(surface: .none) { events.add($0) }
        let session = CaptureSession(selection: selection)
        session.attach(preview)
        try session.startNow()
        preview.close()
        preview.close()
        session.stopNow()
        #expect(await events.all(atLeast: 1) == ["closed"])
    }

    // MARK: - The stage

    @Test func theTemplateSaysHowThePictureIsDrawn() throws {
        let text = try selection.previewStage(for: .windowHandle(1))
        #expect(text.hasSuffix("! ximagesink name=screen sync=false qos=false"))
        for name in ["steady", "mirror", "crop", "size", "frame"] { #expect(text.contains(" name=\(name) ")) }
        var options = CaptureOptions()
        options.camera = "test"
        options.values = ["preview-sink": "xvimagesink"]
        let chosen = try CaptureSelection(options: options).previewStage(for: .windowHandle(1))
        #expect(chosen.contains("! xvimagesink name=screen"))
    }

    @Test func aTemplateWithoutAPreviewSaysSo() throws {
        try directory.write(
            "[template]\nsummary = blind\nextends = test\n\n[preview]\n",
            to: "blind.pipeline"
        )
        var options = CaptureOptions()
        options.camera = "test"
        options.template = "\(directory.path)/blind.pipeline"
        let blind = try CaptureSelection(options: options)
        let error = #expect(throws: CaptureError.self) { try blind.previewStage(for: .none) }
        #expect(error?.code == .badTemplate)
        #expect(error?.what.contains("it has no preview stage") == true)
    }
}

/// A sink that takes pictures of 180 by 180, and remembers the last one.
private final class SquareScreen: Sendable {
    let sink: Element
    private let last = Mutex<Screenshot?>(nil)

    init() throws {
        sink = try Element(factory: "appsink")
        try sink.setProperty("caps", parsing: "video/x-raw, format=RGB, width=180, height=180")
        try sink.setProperty("max-buffers", to: 1)
        try #require(AppSink(sink)).setHandlers(endOfStream: {}) { [weak self] buffer, _ in
            guard let bytes = buffer.withBytes({ Array($0) }) else { return }
            self?.last.withLock { $0 = Screenshot(width: 180, height: 180, bytes: bytes) }
        }
    }

    func forget() { last.withLock { $0 = nil } }

    /// Waits until it shows what is expected; a minute is for a machine whose cores are all taken.
    func shows(_ isExpected: (Screenshot) -> Bool) async -> Bool {
        for _ in 0..<600 {
            if let picture = last.withLock({ $0 }), isExpected(picture) { return true }
            try? await Task.sleep(for: .milliseconds(100))
        }
        return false
    }
}

/// What a preview told, in words: `started`, `closed`, or the name of an error.
private final class PreviewEvents: Sendable {
    private let words = Mutex<[String]>([])

    func add(_ event: Preview.Event) {
        let word =
            switch event {
            case .started: "started"
            case .ended(nil): "closed"
            case .ended(let error?):
                switch error.code {
                case .noDisplay: "noDisplay"
                case .windowClosed: "windowClosed"
                case .missingElement: "missingElement"
                case .badTemplate: "badTemplate"
                default: error.description
                }
            }
        words.withLock { $0.append(word) }
    }

    var told: [String] { words.withLock { $0 } }

    /// Waits for so many events; a minute is for a machine whose cores are all taken.
    func all(atLeast count: Int) async -> [String] {
        for _ in 0..<600 where told.count < count { try? await Task.sleep(for: .milliseconds(100)) }
        return told
    }
}
