internal import CGStreamer

/// GLib's default main loop, the one that GTK programs run.
public enum GLibLoop {
    /// Whether the calling thread is the one that the program began with.
    public static var isOnMainThread: Bool { gst_shim_is_main_thread() != 0 }

    /// Lets the loop run what is put on Dispatch's main queue, on the loop's own thread.
    ///
    /// The corresponding C function is `g_unix_fd_add`, on the descriptor that Foundation's run loop waits for as
    /// well. Call it once, on the main thread.
    /// - Returns: Whether this Dispatch offers its main queue to other loops.
    public static func runMainQueue() -> Bool {
        let descriptor = gst_shim_main_queue_handle()
        guard descriptor >= 0 else { return false }
        g_unix_fd_add(
            descriptor,
            G_IO_IN,
            { descriptor, _, _ in
                // The descriptor counts wake-ups, and stays readable until they are taken.
                var count: UInt64 = 0
                if read(descriptor, &count, 8) > 0 { gst_shim_main_queue_run() }
                return 1
            },
            nil
        )
        return true
    }

    /// Runs the loop on the calling thread, for ever.
    ///
    /// The corresponding C function is `g_main_loop_run`.
    public static func run() -> Never {
        let loop = g_main_loop_new(nil, 0)
        while true { g_main_loop_run(loop) }
    }
}
