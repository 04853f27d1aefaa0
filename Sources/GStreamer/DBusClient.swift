internal import CGStreamer
internal import Dispatch
internal import Synchronization

/// A conversation with the services on a D-Bus message bus.
///
/// It has a connection and a main context of its own, so the program needs no loop. One thread leads it, and waits
/// for each answer; all of it ends at a deadline.
public final class DBusClient {
    /// A signal of a service.
    public struct Signal: Sendable {
        /// The object that it comes from.
        public let path: String
        /// Its name.
        public let member: String
        /// What it carries.
        public let values: [DBusValue]
    }

    /// The answer to a call.
    public struct Reply: Sendable {
        /// What it carries.
        public let values: [DBusValue]
        /// The descriptors that came with it, closed in programs that this one starts.
        public let descriptors: [FileDescriptor]
    }

    /// Signals that arrived and were not asked for yet, held in a class for GLib's user data.
    private final class Received: Sendable {
        let signals = Mutex<[Signal]>([])
    }

    private let context: OpaquePointer
    private let connection: OpaquePointer
    private let cancellation: ObjectReference
    private let received = Received()
    private var subscriptions: [UInt32] = []

    private init(
        context: OpaquePointer,
        connection: OpaquePointer,
        cancellation: ObjectReference
    ) {
        self.context = context
        self.connection = connection
        self.cancellation = cancellation
    }

    /// Connects, talks, and disconnects; blocks the calling thread.
    ///
    /// The corresponding C function is `g_dbus_connection_new_for_address_sync`.
    /// - Parameters:
    ///   - address: The address of the bus; nil for the session bus.
    ///   - timeout: After this, whatever the conversation waits for fails.
    ///   - body: The conversation.
    /// - Returns: What the body returns.
    /// - Throws: What the body throws, and `GStreamerError` with code `.messageBus` when there is no bus.
    public static func converse<Result>(
        address: String?,
        timeout: ClockTime,
        body: (DBusClient) throws(GStreamerError) -> Result
    ) throws(GStreamerError) -> Result {
        guard let context = g_main_context_new(), let cancellable = g_cancellable_new() else {
            throw GStreamerError(.messageBus, "out of memory")
        }
        defer { g_main_context_unref(context) }
        g_main_context_push_thread_default(context)
        defer { g_main_context_pop_thread_default(context) }

        // Two ends of waiting: the cancellation for blocking calls, the timer to wake the context.
        let cancellation = ObjectReference(owning: cancellable)
        let expiry = DispatchWorkItem { g_cancellable_cancel(cancellation.cast(to: GCancellable.self)) }
        DispatchQueue.global().asyncAfter(
            deadline: .now() + .nanoseconds(Int(timeout.nanoseconds)),
            execute: expiry
        )
        defer { expiry.cancel() }
        let timer = g_timeout_source_new(UInt32(clamping: timeout.nanoseconds / 1_000_000 + 1))
        g_source_set_callback(timer, { _ in 1 }, nil, nil)
        g_source_attach(timer, context)
        defer {
            g_source_destroy(timer)
            g_source_unref(timer)
        }

        let client = DBusClient(
            context: context,
            connection: try connect(to: address, cancellation),
            cancellation: cancellation
        )
        defer { client.close() }
        return try body(client)
    }

    private static func connect(
        to address: String?,
        _ cancellation: ObjectReference
    ) throws(GStreamerError) -> OpaquePointer {
        var error: UnsafeMutablePointer<GError>?
        let cancellable = cancellation.cast(to: GCancellable.self)
        let found =
            address.map { g_strdup($0) }
            ?? g_dbus_address_get_for_bus_sync(G_BUS_TYPE_SESSION, cancellable, &error)
        defer { g_free(found) }
        guard let found,
            let connection = g_dbus_connection_new_for_address_sync(
                found,
                GDBusConnectionFlags(
                    rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                        | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue
                ),
                nil,
                cancellable,
                &error
            )
        else {
            throw GStreamerError(taking: error, code: .messageBus, otherwise: "there is no message bus")
        }
        return connection
    }

    /// The name that the bus gave this connection, such as `:1.42`.
    ///
    /// The corresponding C function is `g_dbus_connection_get_unique_name`.
    public var uniqueName: String {
        g_dbus_connection_get_unique_name(connection).map { String(cString: $0) } ?? ""
    }

    /// Begins to collect a service's signals, from any of its objects.
    ///
    /// The corresponding C function is `g_dbus_connection_signal_subscribe`.
    /// - Parameters:
    ///   - service: The name of the service.
    ///   - interface: The interface of the signal.
    ///   - member: The name of the signal.
    ///   - argument: What its first value must be; nil for any.
    public func listen(to service: String, interface: String, member: String, argument: String? = nil) {
        let number = g_dbus_connection_signal_subscribe(
            connection,
            service,
            interface,
            member,
            nil,
            argument,
            GDBusSignalFlags(rawValue: 0),
            { _, _, path, _, member, body, data in
                guard let path, let member, let data else { return }
                let signal = Signal(
                    path: String(cString: path),
                    member: String(cString: member),
                    values: DBusValue.list(in: body)
                )
                Callback<Received>.value(at: data).signals.withLock { $0.append(signal) }
            },
            Unmanaged.passRetained(Callback(received)).toOpaque(),
            { data in Callback<Received>.release(data) }
        )
        subscriptions.append(number)
    }

    /// Calls a method whose only parameter is a dictionary of options, and waits for its answer.
    ///
    /// The corresponding C function is `g_dbus_connection_call_with_unix_fd_list_sync`.
    /// - Parameters:
    ///   - service: The name of the service, which the bus starts if it can.
    ///   - path: The object.
    ///   - interface: The interface of the method.
    ///   - method: The name of the method.
    ///   - options: The options.
    /// - Returns: The answer.
    /// - Throws: `GStreamerError` with code `.messageBus` when there is no such service, when it went away, or when
    ///   time is up.
    @discardableResult
    public func call(
        _ service: String,
        path: String,
        interface: String,
        method: String,
        options: [String: String]
    ) throws(GStreamerError) -> Reply {
        var error: UnsafeMutablePointer<GError>?
        var descriptors: UnsafeMutablePointer<GUnixFDList>?
        let body = g_dbus_connection_call_with_unix_fd_list_sync(
            connection,
            service,
            path,
            interface,
            method,
            DBusClient.parameters(options),
            nil,
            GDBusCallFlags(rawValue: 0),
            Int32.max,
            nil,
            &descriptors,
            cancellation.cast(to: GCancellable.self),
            &error
        )
        guard let body else {
            if let error { g_dbus_error_strip_remote_error(error) }
            throw GStreamerError(taking: error, code: .messageBus, otherwise: "\(service) did not answer")
        }
        defer { g_variant_unref(body) }
        return Reply(values: DBusValue.list(in: body), descriptors: DBusClient.take(descriptors))
    }

    /// One dictionary from names to texts; the call takes over its floating reference.
    private static func parameters(_ options: [String: String]) -> OpaquePointer? {
        let dictionary = g_variant_dict_new(nil)
        defer { g_variant_dict_unref(dictionary) }
        for (name, text) in options {
            g_variant_dict_insert_value(dictionary, name, g_variant_new_string(text))
        }
        var members = [g_variant_dict_end(dictionary)]
        return g_variant_new_tuple(&members, 1)
    }

    private static func take(_ list: UnsafeMutablePointer<GUnixFDList>?) -> [FileDescriptor] {
        guard let list else { return [] }
        defer { g_object_unref(list) }
        return (0..<g_unix_fd_list_get_length(list)).compactMap { index in
            let number = g_unix_fd_list_get(list, index, nil)
            return number < 0 ? nil : FileDescriptor(owning: number)
        }
    }

    /// Waits for the next of the signals that `listen` asked for.
    ///
    /// The corresponding C function is `g_main_context_iteration`.
    /// - Returns: The signal.
    /// - Throws: `GStreamerError` with code `.messageBus` when the bus went away or time is up.
    public func nextSignal() throws(GStreamerError) -> Signal {
        while true {
            let first = received.signals.withLock { signals in
                signals.isEmpty ? nil : signals.removeFirst()
            }
            if let first { return first }
            if g_dbus_connection_is_closed(connection) != 0 {
                throw GStreamerError(.messageBus, "the message bus went away")
            }
            if g_cancellable_is_cancelled(cancellation.cast(to: GCancellable.self)) != 0 {
                throw GStreamerError(.messageBus, "no answer came in time")
            }
            g_main_context_iteration(context, 1)
        }
    }

    private func close() {
        for number in subscriptions { g_dbus_connection_signal_unsubscribe(connection, number) }
        g_dbus_connection_close_sync(connection, nil, nil)
        g_object_unref(UnsafeMutableRawPointer(connection))
        // GLib releases each subscription's data from the context.
        while g_main_context_iteration(context, 0) != 0 {}
    }
}
