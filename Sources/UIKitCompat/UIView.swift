public import AVFoundation

/// A rectangle that a camera's picture can be shown in.
///
/// On Linux a view has no place among other views: a preview opens a window of the view's size, or goes to the
/// surface that the view was made for. To be used on one thread at a time.
open class UIView: NSObject {
    /// Where the view lies in its superview, in points; a window for the preview takes its size from it.
    open var frame: CGRect
    /// Where the picture of a preview layer goes: a window of the view's own unless the view was made for another
    /// place.
    public private(set) lazy var preview: any PreviewView = ownWindow()
    /// The view that this one was added to.
    public private(set) weak var superview: UIView?
    /// The views that were added to this one, in their order.
    public private(set) var subviews: [UIView] = []

    /// Makes an empty view without a size.
    public override convenience init() { self.init(frame: .zero) }

    /// Makes an empty view.
    public init(frame: CGRect) {
        self.frame = frame
        super.init()
    }

    /// Makes a view whose preview is shown somewhere else; UIKit has nothing like it.
    ///
    /// - Parameter preview: The place, such as a window of the program's own toolkit, or `HeadlessPreviewView`.
    public convenience init(preview: any PreviewView) {
        self.init(frame: .zero)
        self.preview = preview
    }

    /// The view's rectangle in its own coordinates, in points.
    open var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }

    /// Puts a view on top of the other subviews.
    open func addSubview(_ view: UIView) {
        view.removeFromSuperview()
        view.superview = self
        subviews.append(view)
    }

    /// Takes the view out of its superview.
    open func removeFromSuperview() {
        superview?.subviews.removeAll { $0 === self }
        superview = nil
    }

    private func ownWindow() -> PreviewWindow {
        let title = ProcessInfo.processInfo.processName
        guard frame.width >= 1, frame.height >= 1 else { return PreviewWindow(title: title) }
        return PreviewWindow(title: title, width: Int(frame.width), height: Int(frame.height))
    }
}
