internal import Dispatch
internal import GStreamer
internal import Synchronization

/// Where `DispatchQueue.main` and `@MainActor` run on Linux.
///
/// There, nothing runs the main queue by itself: a GLib loop does not know it, and `dispatchMain()` and `async` main
/// functions run it on another thread than the main one. A program that calls `RunLoop.main.run()` needs none of this.
public enum MainLoop {
    private static let isAttached = Mutex<Bool?>(nil)

    /// Lets GLib's default main loop, the one of GTK programs, run the main queue as well.
    ///
    /// To be called on the main thread before that runs the loop; calling it again does nothing. Foundation's `Timer`
    /// and `RunLoop` are not served by it.
    /// - Returns: Whether the main queue will run; false on any other thread than the main one.
    @discardableResult
    public static func attachToGLib() -> Bool {
        guard GLibLoop.isOnMainThread else { return false }
        return isAttached.withLock { isAttached in
            let result = isAttached ?? GLibLoop.runMainQueue()
            isAttached = result
            return result
        }
    }

    /// Runs the main queue and GLib's default main loop for ever, on the main thread, which has to call it.
    ///
    /// For programs without a loop of their own.
    public static func run() -> Never {
        precondition(GLibLoop.isOnMainThread, "MainLoop.run() has to be called on the main thread")
        if attachToGLib() { GLibLoop.run() }
        dispatchMain()
    }
}
