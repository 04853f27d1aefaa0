internal import CGStreamer

/// The element that writes a recording as one or more files (`splitmuxsink`).
public struct SplitMuxSink: Sendable {
    /// The element itself.
    public let element: Element

    /// Takes an element that was made as a `splitmuxsink`; nil for any other.
    public init?(_ element: Element) {
        guard element.factoryName == "splitmuxsink" else { return nil }
        self.element = element
    }

    /// Names each file by a closure, called on a streaming thread with the number of the file, from zero.
    ///
    /// The path is used literally, unlike the `location` property, which is a printf format. The corresponding
    /// signal is `format-location-full`.
    public func setNaming(_ body: @escaping @Sendable (Int) -> String) {
        typealias Naming = @Sendable (Int) -> String
        typealias Handler =
            @convention(c) (
                UnsafeMutableRawPointer?, UInt32, OpaquePointer?, UnsafeMutableRawPointer?
            ) -> UnsafeMutablePointer<CChar>?
        let handler: Handler = { _, number, _, data in
            guard let data else { return nil }
            return g_strdup(Callback<Naming>.value(at: data)(Int(number)))
        }
        let release: GClosureNotify = { data, _ in Callback<Naming>.release(data) }
        g_signal_connect_data(
            element.reference.pointer,
            "format-location-full",
            unsafeBitCast(handler, to: GCallback.self),
            Unmanaged.passRetained(Callback<Naming>(body)).toOpaque(),
            release,
            GConnectFlags(rawValue: 0)
        )
    }

    /// Begins a new file at the next key frame; the encoder is asked for one.
    ///
    /// The corresponding action signal is `split-at-running-time`.
    public func split(at time: ClockTime) {
        gst_shim_split_at_running_time(element.reference.pointer, UInt(time.unsigned))
    }
}
