public import AVFoundation

/// Looks after a view: what is to be done when it is loaded, and when it comes and goes.
///
/// A `UIWindow` shows it. To be used on the main thread.
open class UIViewController: NSObject {
    private var loaded: UIView?

    /// The title, for people.
    open var title: String?

    /// Makes a controller; its view is loaded when it is first needed.
    public override init() { super.init() }

    /// The view; asking for it loads it.
    open var view: UIView! {
        get {
            loadViewIfNeeded()
            return loaded
        }
        set { loaded = newValue }
    }

    /// Whether the view is loaded.
    open var isViewLoaded: Bool { loaded != nil }

    /// Loads the view, unless it is loaded.
    open func loadViewIfNeeded() {
        guard !isViewLoaded else { return }
        loadView()
        viewDidLoad()
    }

    /// Makes the view; to be overridden by those who make another one.
    open func loadView() { loaded = UIView() }

    /// Called once, when the view was loaded.
    open func viewDidLoad() {}

    /// Called before the view appears.
    open func viewWillAppear(_ animated: Bool) {}

    /// Called when the view has appeared.
    open func viewDidAppear(_ animated: Bool) {}

    /// Called before the view disappears.
    open func viewWillDisappear(_ animated: Bool) {}

    /// Called when the view has disappeared.
    open func viewDidDisappear(_ animated: Bool) {}
}
