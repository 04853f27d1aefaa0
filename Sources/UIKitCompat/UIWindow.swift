internal import AVFoundation

/// Lets the view of a controller appear.
///
/// On Linux it opens nothing itself; a preview in one of its views does.
open class UIWindow: UIView {
    private var isShown = false

    /// The controller whose view fills the window.
    open var rootViewController: UIViewController? {
        willSet { if isShown { disappear() } }
        didSet { if isShown { appear() } }
    }

    /// Lets the controller's view appear; its `viewDidLoad` and `viewDidAppear` are called before this returns.
    open func makeKeyAndVisible() {
        guard !isShown else { return }
        isShown = true
        appear()
    }

    /// Whether the window is not shown.
    open var isHidden: Bool {
        get { !isShown }
        set {
            guard newValue == isShown else { return }
            if newValue { disappear() }
            isShown = !newValue
            if isShown { appear() }
        }
    }

    private func appear() {
        guard let controller = rootViewController, let view = controller.view else { return }
        view.frame = bounds
        controller.viewWillAppear(false)
        addSubview(view)
        controller.viewDidAppear(false)
    }

    private func disappear() {
        guard let controller = rootViewController else { return }
        controller.viewWillDisappear(false)
        controller.view.removeFromSuperview()
        controller.viewDidDisappear(false)
    }
}
