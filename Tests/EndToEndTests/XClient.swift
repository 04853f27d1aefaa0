import Foundation
import Testing

/// A client of an X server that does to windows what people do; Xlib by name, so that no headers are needed.
///
/// Two test targets use this file.
final class XClient {
    typealias Window = UInt

    private let library: UnsafeMutableRawPointer
    private let display: OpaquePointer

    init(_ name: String) throws {
        library = try #require(dlopen("libX11.so.6", RTLD_LAZY), "libX11 is missing")
        typealias Open = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
        let open = unsafeBitCast(try #require(dlsym(library, "XOpenDisplay")), to: Open.self)
        display = try #require(open(name), "\(name) cannot be opened")
    }

    deinit { call("XCloseDisplay") }

    private func function<Function>(_ name: String, _ type: Function.Type) -> Function {
        guard let address = dlsym(library, name) else { fatalError("libX11 has no \(name)") }
        return unsafeBitCast(address, to: type)
    }

    private func call(_ name: String) {
        _ = function(name, (@convention(c) (OpaquePointer) -> Int32).self)(display)
    }

    private func call(_ name: String, _ window: Window) {
        _ = function(name, (@convention(c) (OpaquePointer, UInt) -> Int32).self)(display, window)
    }

    private func synchronize() {
        _ = function("XSync", (@convention(c) (OpaquePointer, Int32) -> Int32).self)(display, 0)
    }

    private var root: Window {
        function("XDefaultRootWindow", (@convention(c) (OpaquePointer) -> UInt).self)(display)
    }

    /// A black window at the left upper corner.
    func create(width: UInt32, height: UInt32) -> Window {
        typealias Create =
            @convention(c) (
                OpaquePointer, UInt, Int32, Int32, UInt32, UInt32, UInt32, UInt, UInt
            ) -> UInt
        let window = function("XCreateSimpleWindow", Create.self)(display, root, 0, 0, width, height, 0, 0, 0)
        call("XMapRaised", window)
        synchronize()
        return window
    }

    /// The windows on the screen.
    var windows: [Window] {
        typealias Query =
            @convention(c) (
                OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
                UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>, UnsafeMutablePointer<UInt32>
            ) -> Int32
        var (above, parent, count) = (UInt(0), UInt(0), UInt32(0))
        var children: UnsafeMutablePointer<UInt>?
        _ = function("XQueryTree", Query.self)(display, root, &above, &parent, &children, &count)
        guard let children else { return [] }
        defer { _ = function("XFree", (@convention(c) (UnsafeMutableRawPointer) -> Int32).self)(children) }
        return (0..<Int(count)).map { children[$0] }
    }

    func title(of window: Window) -> String? {
        typealias Fetch =
            @convention(c) (
                OpaquePointer, UInt, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
            ) -> Int32
        var name: UnsafeMutablePointer<CChar>?
        _ = function("XFetchName", Fetch.self)(display, window, &name)
        guard let name else { return nil }
        defer { _ = function("XFree", (@convention(c) (UnsafeMutableRawPointer) -> Int32).self)(name) }
        return String(cString: name)
    }

    func size(of window: Window) -> (width: Int, height: Int) {
        typealias Geometry =
            @convention(c) (
                OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<Int32>,
                UnsafeMutablePointer<Int32>, UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>,
                UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>
            ) -> Int32
        var root = UInt(0)
        var (x, y) = (Int32(0), Int32(0))
        var (width, height, border, depth) = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
        let get = function("XGetGeometry", Geometry.self)
        _ = get(display, window, &root, &x, &y, &width, &height, &border, &depth)
        return (Int(width), Int(height))
    }

    func resize(_ window: Window, width: UInt32, height: UInt32) {
        typealias Resize = @convention(c) (OpaquePointer, UInt, UInt32, UInt32) -> Int32
        _ = function("XResizeWindow", Resize.self)(display, window, width, height)
        synchronize()
    }

    /// Takes a window away without asking whoever made it.
    func destroy(_ window: Window) {
        call("XDestroyWindow", window)
        synchronize()
    }

    /// Cuts the connection of whoever made a window.
    func killOwner(of window: Window) {
        call("XKillClient", window)
        synchronize()
    }

    /// Asks the owner of a window to close it, as a click on its cross does.
    func close(_ window: Window) {
        typealias Intern = @convention(c) (OpaquePointer, UnsafePointer<CChar>, Int32) -> UInt
        let intern = function("XInternAtom", Intern.self)
        // XClientMessageEvent: type, serial, send_event, display, window, message_type, format, data.
        var event = [UInt](repeating: 0, count: 24)
        event[0] = 33
        event[4] = window
        event[5] = intern(display, "WM_PROTOCOLS", 0)
        event[6] = 32
        event[7] = intern(display, "WM_DELETE_WINDOW", 0)
        typealias Send = @convention(c) (OpaquePointer, UInt, Int32, Int, UnsafeRawPointer) -> Int32
        _ = function("XSendEvent", Send.self)(display, window, 0, 0, event)
        synchronize()
    }
}
