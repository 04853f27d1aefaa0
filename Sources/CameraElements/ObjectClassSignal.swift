internal import CGStreamer

/// A signal of a class of elements.
struct SignalDefinition: Sendable {
    /// The type of an argument or of the result.
    enum Kind: Sendable {
        case boolean, integer, unsigned, long, real, text, structure

        var type: GType {
            switch self {
            case .boolean: gst_shim_type_boolean()
            case .integer: gst_shim_type_int()
            case .unsigned: gst_shim_type_uint()
            case .long: gst_shim_type_uint64()
            case .real: gst_shim_type_double()
            case .text: gst_shim_type_string()
            case .structure: gst_structure_get_type()
            }
        }
    }

    let name: String
    /// Whether programs emit it to have something done, and not the element to tell something.
    let isAction: Bool
    var arguments: [Kind] = []
    var result: Kind?

    func register(for type: GType) {
        var types = arguments.map { $0.type }
        g_signal_newv(
            name,
            type,
            isAction
                ? GSignalFlags(rawValue: G_SIGNAL_RUN_LAST.rawValue | G_SIGNAL_ACTION.rawValue)
                : G_SIGNAL_RUN_LAST,
            isAction ? actionClosure() : nil,
            nil,
            nil,
            nil,
            result?.type ?? gst_shim_type_none(),
            UInt32(types.count),
            &types
        )
    }

    /// What an action signal runs: `perform` of the Swift half.
    ///
    /// The copy of the name is needed as long as the class, for ever.
    private func actionClosure() -> UnsafeMutablePointer<GClosure>? {
        let closure = g_closure_new_simple(UInt32(MemoryLayout<GClosure>.size), g_strdup(name))
        g_closure_set_marshal(closure) { closure, result, count, values, _, _ in
            guard let name = closure?.pointee.data, let values, count > 0,
                let instance = g_value_get_object(values)
            else { return }
            let arguments = (1..<max(1, Int(count))).map { PropertyContent(reading: values + $0) }
            let answer = ElementClass.implementation(of: instance)?.perform(
                action: String(cString: name.assumingMemoryBound(to: CChar.self)),
                arguments: arguments
            )
            if let result, let answer { answer.write(into: result) }
        }
        return closure
    }
}

extension ObjectAddress<GstElement> {
    /// Tells those who listen to a signal of the element; arguments have the types of the signal's definition.
    ///
    /// - Returns: What the last listener said; `.none` when nobody listens or nothing is returned.
    @discardableResult
    func emit(_ signal: String, _ arguments: PropertyContent...) -> PropertyContent {
        var query = GSignalQuery()
        let number = g_signal_lookup(signal, gst_shim_type_of_instance(pointer))
        guard number != 0 else { preconditionFailure("there is no signal \(signal)") }
        g_signal_query(number, &query)
        var values = [GValue](repeating: GValue(), count: arguments.count + 1)
        g_value_init(&values[0], gst_shim_type_of_instance(pointer))
        g_value_set_object(&values[0], pointer)
        for (index, argument) in arguments.enumerated() where index < Int(query.n_params) {
            g_value_init(&values[index + 1], query.param_types[index])
            argument.write(into: &values[index + 1])
        }
        var result = GValue()
        let hasResult = query.return_type != gst_shim_type_none()
        if hasResult { g_value_init(&result, query.return_type) }
        g_signal_emitv(values, number, 0, &result)
        let answer = hasResult ? PropertyContent(reading: &result) : .none
        if hasResult { g_value_unset(&result) }
        for index in values.indices where values[index].g_type != 0 { g_value_unset(&values[index]) }
        return answer
    }
}
