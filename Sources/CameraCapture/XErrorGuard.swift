internal import Glibc
internal import Synchronization

/// Keeps Xlib from ending the process when a window or a whole X server goes away.
///
/// Xlib calls `exit` then, in the middle of every recording. This replaces both of its handlers, but only where the
/// application has not installed its own. Neither touches what happens on the main thread: a preview never uses
/// Xlib there, so those errors are the application's.
///
/// After a lost connection the thread stays in the handler for ever. It must: Xlib calls `exit` when the handler
/// returns, and `XSetIOErrorExitHandler`, which changes that, has to be called before the connection breaks, with
/// the connection that the sink keeps to itself. The sink with its two threads is left behind.
enum XErrorGuard {
    /// What went wrong.
    enum Trouble: Sendable, Hashable {
        /// A connection to an X server is gone; it is not known whose.
        case connectionLost
        /// Something was drawn into a window that is gone.
        case windowGone(UInt)
    }

    private typealias IOErrorHandler = @convention(c) (OpaquePointer?) -> Int32
    private typealias ErrorHandler = @convention(c) (OpaquePointer?, UnsafeRawPointer?) -> Int32
    private typealias IOErrorSetter = @convention(c) (IOErrorHandler?) -> IOErrorHandler?
    private typealias ErrorSetter = @convention(c) (ErrorHandler?) -> ErrorHandler?

    private struct Watchers {
        var last = 0
        var all: [Int: @Sendable (Trouble) -> Void] = [:]
    }

    private static let watchers = Mutex(Watchers())
    /// Xlib's own answer to a request that failed: a message and `exit`.
    private static let standardErrorHandler = Mutex<ErrorHandler?>(nil)
    private static let isInstalled: Bool = install()

    /// Calls `body` with each trouble, on the thread that ran into it; it must not block.
    /// - Returns: What `unwatch` takes.
    static func watch(_ body: @escaping @Sendable (Trouble) -> Void) -> Int {
        _ = isInstalled
        return watchers.withLock { watchers in
            watchers.last += 1
            watchers.all[watchers.last] = body
            return watchers.last
        }
    }

    static func unwatch(_ token: Int) {
        _ = watchers.withLock { $0.all.removeValue(forKey: token) }
    }

    private static func tell(_ trouble: Trouble) {
        for watcher in watchers.withLock({ $0.all.values }) { watcher(trouble) }
    }

    private static func install() -> Bool {
        // Without the library there is no sink that uses it. By name, so that nothing here needs its headers.
        guard let library = dlopen("libX11.so.6", RTLD_LAZY),
            let setIOErrorHandler = dlsym(library, "XSetIOErrorHandler"),
            let setErrorHandler = dlsym(library, "XSetErrorHandler")
        else { return false }
        install(with: unsafeBitCast(setIOErrorHandler, to: IOErrorSetter.self)) { _ in
            guard !XErrorGuard.isOnMainThread else { return 0 }
            XErrorGuard.tell(.connectionLost)
            while true { pause() }
        }
        install(with: unsafeBitCast(setErrorHandler, to: ErrorSetter.self)) { display, error in
            guard !XErrorGuard.isOnMainThread else {
                return XErrorGuard.standardErrorHandler.withLock { $0 }?(display, error) ?? 0
            }
            if let window = XErrorGuard.missingWindow(of: error) { XErrorGuard.tell(.windowGone(window)) }
            return 0
        }
        return true
    }

    // Taking out whatever is there puts Xlib's own handler in, so the second call tells which that is.

    private static func install(with set: IOErrorSetter, _ handler: @escaping IOErrorHandler) {
        let present = set(nil)
        let standard = set(handler)
        if unsafeBitCast(present, to: Int.self) != unsafeBitCast(standard, to: Int.self) { _ = set(present) }
    }

    private static func install(with set: ErrorSetter, _ handler: @escaping ErrorHandler) {
        let present = set(nil)
        let standard = set(handler)
        standardErrorHandler.withLock { $0 = standard }
        if unsafeBitCast(present, to: Int.self) != unsafeBitCast(standard, to: Int.self) { _ = set(present) }
    }

    private static var isOnMainThread: Bool {
        // "PROCESS/task/THREAD"; on the main thread the two numbers are the same.
        var name = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &name, name.count)
        let parts = name.prefix(max(0, length)).split(separator: CChar(UInt8(ascii: "/")))
        return parts.first == parts.last
    }

    /// The window of a BadWindow or BadDrawable error, read from Xlib's `XErrorEvent`.
    private static func missingWindow(of error: UnsafeRawPointer?) -> UInt? {
        let (badWindow, badDrawable): (UInt8, UInt8) = (3, 9)
        // int type; Display *display; XID resourceid; unsigned long serial; unsigned char error_code
        let word = MemoryLayout<UInt>.size
        guard let error,
            [badWindow, badDrawable].contains(error.load(fromByteOffset: 4 * word, as: UInt8.self))
        else { return nil }
        return error.load(fromByteOffset: 2 * word, as: UInt.self)
    }
}
