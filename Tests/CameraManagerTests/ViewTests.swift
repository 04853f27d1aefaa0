import CameraManager
import Testing

/// The few classes of UIKit that documented programs need.
@Suite struct ViewTests {
    private final class Controller: UIViewController {
        var calls: [String] = []

        override func viewDidLoad() { calls.append("did load") }
        override func viewWillAppear(_ animated: Bool) { calls.append("will appear") }
        override func viewDidAppear(_ animated: Bool) { calls.append("did appear \(view.superview != nil)") }
        override func viewWillDisappear(_ animated: Bool) { calls.append("will disappear") }
        override func viewDidDisappear(_ animated: Bool) { calls.append("did disappear") }
    }

    @Test func aWindowLetsItsControllerAppearAndDisappear() {
        let window = UIWindow(frame: CGRect(x: 1, y: 2, width: 300, height: 200))
        let (controller, other) = (Controller(), Controller())
        window.rootViewController = controller
        #expect(!controller.isViewLoaded && window.isHidden)
        window.makeKeyAndVisible()
        window.makeKeyAndVisible()
        #expect(controller.calls == ["did load", "will appear", "did appear true"])
        #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 300, height: 200))
        window.rootViewController = other
        #expect(controller.calls.suffix(2) == ["will disappear", "did disappear"])
        #expect(other.calls == ["did load", "will appear", "did appear true"])
        #expect(window.subviews == [other.view])
        window.isHidden = true
        #expect(other.calls.last == "did disappear" && window.subviews.isEmpty)
    }

    @Test func viewsAreInOneSuperview() {
        let (first, second, view) = (UIView(), UIView(), UIView())
        first.addSubview(view)
        second.addSubview(view)
        #expect(first.subviews.isEmpty && second.subviews == [view] && view.superview === second)
        view.removeFromSuperview()
        #expect(second.subviews.isEmpty && view.superview == nil)
    }

    @Test func aButtonHasATitleForEachState() {
        let button = UIButton()
        #expect(button.currentTitle == nil)
        button.setTitle("Record", for: .normal)
        button.setTitle("Wait", for: .disabled)
        #expect(button.currentTitle == "Record" && button.title(for: .selected) == "Record")
        button.isEnabled = false
        #expect(button.state == .disabled && button.currentTitle == "Wait")
        button.setTitle(nil, for: .disabled)
        #expect(button.currentTitle == "Record")
    }

    @Test func aViewShowsItsPreviewWhereItWasToldTo() {
        let place = HeadlessPreviewView()
        #expect(UIView(preview: place).preview === place)
        #expect(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)).preview is PreviewWindow)
    }
}
