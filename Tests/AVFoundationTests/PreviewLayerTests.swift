import GStreamer
import Synchronization
import Testing

@testable import AVFoundation
@testable import GStreamer

/// A view whose sink takes pictures of 120 by 240 and keeps the last one.
private final class SinkView: PreviewView {
    let sink: Element
    private let last = Mutex<[UInt8]?>(nil)

    init() throws {
        try Gst.initialize()
        sink = try Element(factory: "appsink")
        try sink.setProperty("caps", parsing: "video/x-raw, format=BGRA, width=120, height=240")
        try sink.setProperty("max-buffers", to: 1)
        try #require(AppSink(sink)).setHandlers(endOfStream: {}) { [weak self] buffer, _ in
            guard let bytes = buffer.withBytes({ Array($0) }) else { return }
            self?.last.withLock { $0 = bytes }
        }
    }

    var previewSurface: PreviewSurface { .sinkElement(sink.reference.pointer) }

    func forget() { last.withLock { $0 = nil } }

    /// The colours along a row: w, y, c, g, m, r, b, or k for black; empty when nothing came.
    private func bars(_ part: Double) -> String {
        guard let bytes = last.withLock({ $0 }) else { return "" }
        return Screen.bars(bytes, width: 120, row: Int(part * 240), pixel: 4)
    }

    /// Waits until the middle of the picture, and its upper edge, show this.
    func shows(_ middle: String, top: String? = nil, sourceLocation: SourceLocation = #_sourceLocation)
        async throws
    {
        try await until("the view shows \(middle)", sourceLocation: sourceLocation) {
            bars(0.52) == middle && (top == nil || bars(0.02) == top)
        }
    }

    var isDark: Bool { last.withLock { $0 } == nil }
}

extension Conformance {
    /// A preview layer and its connection, in views that need no display.
    @Suite(.serialized) struct PreviewLayerTests {
        let studio: Studio

        init() throws { studio = try Studio(preset: .vga640x480, hasSound: false) }

        @Test func theConnectionIsThereAsSoonAsBothEndsAre() throws {
            let layer = AVCaptureVideoPreviewLayer(session: studio.session)
            #expect(layer.session === studio.session)
            #expect(layer.videoGravity == .resizeAspect)
            let connection = try #require(layer.connection)
            #expect(connection.videoPreviewLayer === layer)
            #expect(connection.isActive && connection.output == nil)
            #expect(connection.inputPorts.map(\.mediaType) == [.video])
            layer.session = nil
            #expect(layer.connection == nil)
            #expect(!connection.isActive)
            layer.session = studio.session
            #expect(layer.connection != nil)
            // A layer that comes before the camera gets its connection with it.
            let session = AVCaptureSession()
            let early = AVCaptureVideoPreviewLayer()
            early.session = session
            #expect(early.connection == nil)
            studio.session.removeInput(studio.camera)
            #expect(layer.connection == nil)
            session.addInput(studio.camera)
            #expect(early.connection?.isActive == true)
        }

        @Test(.timeLimit(.minutes(15))) func aLayerIsConnectedByHand() async throws {
            let layer = AVCaptureVideoPreviewLayer(sessionWithNoConnection: studio.session)
            let view = try SinkView()
            view.attachPreviewLayer(layer)
            studio.session.startRunning()
            #expect(layer.connection == nil)
            let port = try #require(studio.camera.ports.first)
            let connection = AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
            #expect(studio.session.canAddConnection(connection))
            studio.session.addConnection(connection)
            #expect(layer.connection === connection)
            #expect(
                !studio.session.canAddConnection(
                    AVCaptureConnection(inputPort: port, videoPreviewLayer: layer)
                )
            )
            try await view.shows("wycgmrb")
            studio.session.removeConnection(connection)
            #expect(layer.connection == nil && !layer.isPreviewing)
        }

        @Test func sizesAreKept() {
            let layer = AVCaptureVideoPreviewLayer()
            layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
            #expect(layer.bounds == CGRect(x: 0, y: 0, width: 3, height: 4))
            layer.bounds = CGRect(x: 0, y: 0, width: 5, height: 6)
            #expect(layer.frame == CGRect(x: 1, y: 2, width: 5, height: 6))
            let window = PreviewWindow(title: "Camera", width: 320, height: 180)
            #expect(window.bounds == CGRect(x: 0, y: 0, width: 320, height: 180))
        }

        @Test(.timeLimit(.minutes(15))) func theLookIsFollowedAtOnceWhileAMovieIsRecorded() async throws {
            let layer = AVCaptureVideoPreviewLayer(session: studio.session)
            let connection = try #require(layer.connection)
            studio.session.startRunning()
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            let view = try SinkView()
            view.attachPreviewLayer(layer)
            // 4:3 in a tall view: black above and below.
            try await view.shows("wycgmrb", top: "k")
            try await until("it previews") { layer.isPreviewing }
            // From each gravity to each other one.
            layer.videoGravity = .resize
            try await view.shows("wycgmrb", top: "wycgmrb")
            layer.videoGravity = .resizeAspect
            try await view.shows("wycgmrb", top: "k")
            layer.videoGravity = .resizeAspectFill
            try await view.shows("cgm", top: "cgm")
            layer.videoGravity = .resizeAspect
            try await view.shows("wycgmrb", top: "k")
            layer.videoGravity = .resizeAspectFill
            try await view.shows("cgm", top: "cgm")
            layer.videoGravity = .resize
            try await view.shows("wycgmrb", top: "wycgmrb")
            connection.isVideoMirrored = true
            try await view.shows("brmgcyw")
            connection.isEnabled = false
            try await until("it disappears") { !layer.isPreviewing }
            view.forget()
            try await Task.sleep(for: .milliseconds(300))
            #expect(view.isDark)
            connection.isEnabled = true
            connection.isVideoMirrored = false
            try await view.shows("wycgmrb")
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: url).error == nil)
            #expect(Pictures.isConsecutive(try Movie(url).pictures().numbers))
        }

        @Test(.timeLimit(.minutes(15))) func itIsShownAgainWhenTheSessionStartsAgain() async throws {
            let layer = AVCaptureVideoPreviewLayer(session: studio.session)
            let view = try SinkView()
            view.attachPreviewLayer(layer)
            for _ in 0..<3 {
                studio.session.startRunning()
                try await view.shows("wycgmrb")
                studio.session.stopRunning()
                #expect(!layer.isPreviewing)
                view.forget()
            }
            // Another size means another engine.
            studio.session.startRunning()
            try await view.shows("wycgmrb")
            studio.session.sessionPreset = .qvga320x240
            view.forget()
            try await view.shows("wycgmrb")
            layer.removeFromSuperlayer()
            #expect(!layer.isPreviewing)
            view.forget()
            try await Task.sleep(for: .milliseconds(300))
            #expect(view.isDark)
            // Its sink is free at once.
            view.attachPreviewLayer(layer)
            view.attachPreviewLayer(layer)
            try await view.shows("wycgmrb")
        }

        @Test(.timeLimit(.minutes(15))) func layersComeAndGoWhileAMovieIsRecorded() async throws {
            studio.session.startRunning()
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            for round in 0..<20 {
                let layer = AVCaptureVideoPreviewLayer(session: studio.session)
                let view: any PreviewView = round % 2 == 0 ? HeadlessPreviewView() : try SinkView()
                view.attachPreviewLayer(layer)
                if let sink = view as? SinkView, round % 4 == 1 { try await sink.shows("wycgmrb") }
                layer.videoGravity = .resizeAspectFill
                if round % 3 == 0 { layer.removeFromSuperlayer() }
            }
            try await Task.sleep(for: .milliseconds(300))
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: url).error == nil)
            #expect(Pictures.isConsecutive(try Movie(url).pictures().numbers))
        }

        @Test(.timeLimit(.minutes(15))) func viewsHoldTheirLayersAndLayersNoViews() async throws {
            weak var layer: AVCaptureVideoPreviewLayer?
            weak var gone: HeadlessPreviewView?
            studio.session.startRunning()
            do {
                let view = HeadlessPreviewView()
                let shown = AVCaptureVideoPreviewLayer(session: studio.session)
                view.attachPreviewLayer(shown)
                (layer, gone) = (shown, view)
            }
            try await until("the view goes") { gone == nil && layer == nil }
            let view = HeadlessPreviewView()
            do {
                let shown = AVCaptureVideoPreviewLayer(session: studio.session)
                view.attachPreviewLayer(shown)
                layer = shown
            }
            #expect(layer != nil)
            layer?.removeFromSuperlayer()
            try await until("the layer goes") { layer == nil }
        }
    }
}
