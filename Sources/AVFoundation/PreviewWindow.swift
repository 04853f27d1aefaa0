public import Foundation
internal import Synchronization

/// A window of its own, which opens with the first picture of a layer that is attached to it.
///
/// Hold it: the window closes when it goes.
/// Without a display nothing opens, and whatever else runs goes on; see
/// `AVCaptureVideoPreviewLayer.didEndNotification`. Any thread may use it.
public final class PreviewWindow: PreviewView {
    /// What the window is called.
    public let title: String
    /// The size with which it opens, in pixels.
    public let bounds: CGRect
    private let layers = Mutex<[AVCaptureVideoPreviewLayer]>([])

    /// Makes a window; nothing is opened yet.
    public init(title: String = "Camera", width: Int = 1280, height: Int = 720) {
        self.title = title
        bounds = CGRect(x: 0, y: 0, width: max(1, width), height: max(1, height))
    }

    deinit {
        let layers = layers.withLock { $0 }
        // Closing waits for the display, and whoever lets go of a window must not.
        DispatchQueue.global().async { for layer in layers { layer.viewIsGone() } }
    }

    /// Where pictures go: into this window.
    public var previewSurface: PreviewSurface {
        .standaloneWindow(title: title, width: Int(bounds.width), height: Int(bounds.height))
    }

    /// Shows a layer from now on, and holds it.
    public func attachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer) {
        layers.withLock { layers in
            if !layers.contains(where: { $0 === layer }) { layers.append(layer) }
        }
        layer.attach(to: self)
    }

    /// Shows a layer no longer; the window closes.
    public func detachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer) {
        layers.withLock { $0.removeAll { $0 === layer } }
        layer.detach(from: self)
    }

    /// Closes the window, and lets go of its layers.
    public func close() {
        for layer in layers.withLock({ $0 }) { detachPreviewLayer(layer) }
    }
}

/// A view that shows nothing, for machines without a display; it holds the layers that are attached to it.
public final class HeadlessPreviewView: PreviewView {
    private let layers = Mutex<[AVCaptureVideoPreviewLayer]>([])

    /// Makes one.
    public init() {}

    /// Where pictures go: nowhere.
    public var previewSurface: PreviewSurface { .none }

    /// Holds a layer.
    public func attachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer) {
        layers.withLock { layers in
            if !layers.contains(where: { $0 === layer }) { layers.append(layer) }
        }
        layer.attach(to: self)
    }

    /// Lets go of a layer.
    public func detachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer) {
        layers.withLock { $0.removeAll { $0 === layer } }
        layer.detach(from: self)
    }
}
