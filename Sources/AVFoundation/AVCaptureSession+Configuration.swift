internal import Foundation
internal import Synchronization

extension AVCaptureSession {
    /// Begins a set of changes that take effect together; pairs nest.
    public func beginConfiguration() { state.withLock { $0.depth += 1 } }

    /// Ends a set of changes; the outermost call brings them to the devices, and blocks until they have followed.
    ///
    /// A call without its beginning changes nothing.
    public func commitConfiguration() {
        let isOutermost = state.withLock { state in
            guard state.depth > 0 else { return false }
            state.depth -= 1
            return state.depth == 0
        }
        if isOutermost { configurationDidChange() }
    }

    /// Makes changes that take effect together.
    public func configure<Result>(_ body: (AVCaptureSession) throws -> Result) rethrows -> Result {
        beginConfiguration()
        defer { commitConfiguration() }
        return try body(self)
    }

    private func configurationDidChange() {
        configuration.lock()
        let failure = state.withLock({ $0.depth }) == 0 ? applyConfiguration() : nil
        configuration.unlock()
        if let failure { reportStop(failure) }
    }

    // MARK: - Preset

    /// How good the pictures should be; `high` at first.
    ///
    /// Setting one that the camera cannot fulfil changes nothing.
    public var sessionPreset: Preset {
        get { state.withLock { $0.preset } }
        set {
            guard canSetSessionPreset(newValue) else {
                return Fault.report("the camera does not offer \(newValue.rawValue), so nothing was changed")
            }
            let changed = state.withLock { state in
                defer { state.preset = newValue }
                return state.preset != newValue
            }
            if changed { configurationDidChange() }
        }
    }

    /// Whether the camera, if there is one yet, can fulfil a preset.
    public func canSetSessionPreset(_ preset: Preset) -> Bool {
        device(for: .video)?.supportsSessionPreset(preset) ?? true
    }

    // MARK: - Inputs

    /// The inputs, in the order in which they were added.
    public var inputs: [AVCaptureInput] { state.withLock { $0.inputs }.map(\.value) }

    /// Whether an input can be added: it is in no session, no other input has its kind of media, and its device can
    /// fulfil the preset.
    public func canAddInput(_ input: AVCaptureInput) -> Bool { refusal(of: input) == nil }

    private func refusal(of input: AVCaptureInput) -> String? {
        guard Ownership.session(of: input) == nil else { return "the input is part of a session already" }
        for port in input.ports where device(for: port.mediaType) != nil {
            return "the session has an input for \(port.mediaType.rawValue) already"
        }
        guard let device = (input as? AVCaptureDeviceInput)?.device, device.hasMediaType(.video) else {
            return nil
        }
        return device.supportsSessionPreset(sessionPreset)
            ? nil : "its device cannot fulfil the session's preset"
    }

    /// Adds an input, and connects it to every output that takes its media.
    ///
    /// Ask `canAddInput` first; an input that cannot be added is left out.
    public func addInput(_ input: AVCaptureInput) { add(input, connects: true) }

    /// Adds an input without connecting it; `addConnection` does that.
    public func addInputWithNoConnections(_ input: AVCaptureInput) { add(input, connects: false) }

    private func add(_ input: AVCaptureInput, connects: Bool, caller: String = #function) {
        configuration.lock()
        let refusal = refusal(of: input)
        if refusal == nil {
            Ownership.set(self, for: input)
            let shared = Shared(input)
            state.withLock { $0.inputs.append(shared) }
            if connects {
                for output in outputs { connect(input, to: output) }
                for layer in state.withLock({ $0.layers }) { layer.value.map { connect(input, to: $0) } }
            }
        }
        configuration.unlock()
        if let refusal { return Fault.report("\(refusal), so it was not added", caller: caller) }
        configurationDidChange()
    }

    /// Takes an input out; a recording that uses it ends with `sessionConfigurationChanged`.
    public func removeInput(_ input: AVCaptureInput) {
        configuration.lock()
        guard Ownership.session(of: input) === self else { return configuration.unlock() }
        Ownership.set(nil, for: input)
        state.withLock { state in
            state.inputs.removeAll { $0.value === input }
            state.connections.removeAll { connection in
                connection.value.inputPorts.contains { port in input.ports.contains { $0 === port } }
            }
        }
        configuration.unlock()
        configurationDidChange()
    }

    /// The device of the input for a kind of media; nil when there is none.
    func device(for mediaType: AVMediaType) -> AVCaptureDevice? {
        for case let input as AVCaptureDeviceInput in inputs where input.device.hasMediaType(mediaType) {
            return input.device
        }
        return nil
    }

    // MARK: - Outputs

    /// The outputs, in the order in which they were added.
    public var outputs: [AVCaptureOutput] { state.withLock { $0.outputs }.map(\.value) }

    /// Whether an output can be added: it is in no session, and no other output is of its kind.
    public func canAddOutput(_ output: AVCaptureOutput) -> Bool { refusal(of: output) == nil }

    private func refusal(of output: AVCaptureOutput) -> String? {
        guard output.session == nil else { return "the output is part of a session already" }
        return outputs.contains { type(of: $0) == type(of: output) }
            ? "the session has an output of its kind already" : nil
    }

    /// Adds an output, and connects it to every input whose media it takes.
    ///
    /// Ask `canAddOutput` first; an output that cannot be added is left out.
    public func addOutput(_ output: AVCaptureOutput) { add(output, connects: true) }

    /// Adds an output without connecting it; `addConnection` does that.
    public func addOutputWithNoConnections(_ output: AVCaptureOutput) { add(output, connects: false) }

    private func add(_ output: AVCaptureOutput, connects: Bool, caller: String = #function) {
        configuration.lock()
        let refusal = refusal(of: output)
        if refusal == nil {
            output.session = self
            let shared = Shared(output)
            state.withLock { state in
                state.outputs.append(shared)
                state.removedOutputs.removeAll { $0.value === output }
            }
            if connects { for input in inputs { connect(input, to: output) } }
        }
        configuration.unlock()
        if let refusal { return Fault.report("\(refusal), so it was not added", caller: caller) }
        configurationDidChange()
    }

    /// Takes an output out; a recording that it makes ends with `sessionConfigurationChanged`.
    public func removeOutput(_ output: AVCaptureOutput) {
        configuration.lock()
        guard output.session === self else { return configuration.unlock() }
        let shared = Shared(output)
        state.withLock { state in
            state.outputs.removeAll { $0.value === output }
            state.connections.removeAll { $0.value.output === output }
            state.removedOutputs.append(shared)
        }
        output.session = nil
        configuration.unlock()
        configurationDidChange()
    }
}
