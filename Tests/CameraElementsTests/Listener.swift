import CGStreamer
import Dispatch
import GStreamer

@testable import CameraElements

/// A program that listens to a signal of an element.
final class Listener: Sendable {
    private let body: @Sendable () -> Void

    private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    /// Has a signal with one argument, such as `notify::recording`, heard for as long as the element lives, which `body` must not keep.
    static func connect(to signal: String, of element: ElementAddress, _ body: @escaping @Sendable () -> Void)
    {
        g_signal_connect_data(
            element.pointer,
            signal,
            unsafeBitCast(
                { _, _, data in data.map { Unmanaged<Listener>.fromOpaque($0).takeUnretainedValue().body() } }
                    as @convention(c) (gpointer?, gpointer?, gpointer?) -> Void,
                to: GCallback.self
            ),
            Unmanaged.passRetained(Listener(body)).toOpaque(),
            { data, _ in data.map { Unmanaged<Listener>.fromOpaque($0).release() } },
            GConnectFlags(rawValue: 0)
        )
    }
}
