internal import CameraCapture
internal import GStreamer

/// Something that shows a preview, as a `UIView` does on Apple's systems.
///
/// An application's own view says where the picture goes and holds the layers that are attached to it;
/// `PreviewWindow` and `HeadlessPreviewView` are such views already.
public protocol PreviewView: AnyObject, Sendable {
    /// Where pictures go; asked each time when a layer is attached.
    var previewSurface: PreviewSurface { get }

    /// Shows a layer from now on. A view that writes this itself calls the layer's `attach(to:)`.
    func attachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer)

    /// Shows a layer no longer. A view that writes this itself calls the layer's `detach(from:)`.
    func detachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer)
}

extension PreviewView {
    /// Shows a layer from now on; the layer is not held.
    public func attachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer) { layer.attach(to: self) }

    /// Shows a layer no longer.
    public func detachPreviewLayer(_ layer: AVCaptureVideoPreviewLayer) { layer.detach(from: self) }
}

/// Where the picture of a preview goes.
public enum PreviewSurface {
    /// A window of its own, under Wayland or X11, that opens with this size in pixels.
    case standaloneWindow(title: String, width: Int, height: Int)
    /// A window of the application: its XID, as `gst_video_overlay_set_window_handle` takes it.
    ///
    /// A surface of Wayland needs its connection as well: give a `waylandsink` that has both as `sinkElement`.
    case windowHandle(UInt)
    /// A sink of the application, as its `GstElement *`, in no pipeline, such as the sink of a toolkit's widget.
    case sinkElement(UnsafeMutableRawPointer)
    /// Nowhere.
    case none

    var surface: Preview.Surface {
        switch self {
        case .standaloneWindow(let title, let width, let height):
            .window(title: title, width: width, height: height)
        case .windowHandle(let handle): .windowHandle(handle)
        case .sinkElement(let pointer): .sink(Element(foreign: pointer))
        case .none: .none
        }
    }
}
