internal import CameraCapture
internal import Foundation
internal import Synchronization

extension AVCaptureSession {
    /// All connections.
    public var connections: [AVCaptureConnection] { state.withLock { $0.connections }.map(\.value) }

    func connections(to output: AVCaptureOutput) -> [AVCaptureConnection] {
        connections.filter { $0.output === output }
    }

    func contains(_ connection: AVCaptureConnection) -> Bool { connections.contains { $0 === connection } }

    /// Whether a connection can be added: its ends are in this session, and they are not connected for its media.
    public func canAddConnection(_ connection: AVCaptureConnection) -> Bool { refusal(of: connection) == nil }

    private func refusal(of connection: AVCaptureConnection) -> String? {
        if contains(connection) { return "the connection is part of the session already" }
        guard !connection.inputPorts.isEmpty,
            connection.inputPorts.allSatisfy({ port in inputs.contains { $0.ports.contains { $0 === port } } }
            )
        else { return "its ports are of no input of this session" }
        let types = Set(connection.inputPorts.map(\.mediaType))
        if let output = connection.output {
            guard output.session === self else { return "its output is not part of this session" }
            guard types.isSubset(of: Set(output.mediaTypes)) else {
                return "its output does not take that media"
            }
            return types.contains { output.connection(with: $0) != nil }
                ? "its output is connected already" : nil
        }
        guard let layer = connection.videoPreviewLayer, layer.session === self else {
            return "it leads to nothing in this session"
        }
        return layer.connection == nil ? nil : "its layer is connected already"
    }

    /// Adds a connection that was made by hand; one that cannot be added is left out.
    public func addConnection(_ connection: AVCaptureConnection) {
        configuration.lock()
        let refusal = refusal(of: connection)
        if refusal == nil { append(connection) }
        configuration.unlock()
        if let refusal { return Fault.report("\(refusal), so it was not added") }
        connection.videoPreviewLayer?.connectionDidChange(connection)
    }

    /// Takes a connection out.
    public func removeConnection(_ connection: AVCaptureConnection) {
        state.withLock { $0.connections.removeAll { $0.value === connection } }
        connection.videoPreviewLayer?.connectionDidChange(connection)
    }

    func connect(_ input: AVCaptureInput, to output: AVCaptureOutput) {
        for port in input.ports
        where output.mediaTypes.contains(port.mediaType) && output.connection(with: port.mediaType) == nil {
            append(AVCaptureConnection(inputPorts: [port], output: output))
        }
    }

    func connect(_ input: AVCaptureInput, to layer: AVCaptureVideoPreviewLayer) {
        guard layer.connection == nil, let port = input.ports.first(where: { $0.mediaType == .video }) else {
            return
        }
        append(AVCaptureConnection(inputPort: port, videoPreviewLayer: layer))
    }

    private func append(_ connection: AVCaptureConnection) {
        let shared = Shared(connection)
        state.withLock { $0.connections.append(shared) }
    }

    // MARK: - Preview layers

    /// Lets a layer show the session's picture.
    func add(_ layer: AVCaptureVideoPreviewLayer, connects: Bool) {
        configuration.lock()
        let reference = WeakShared(layer)
        let engine = state.withLock { state in
            state.layers.removeAll { $0.value == nil }
            state.layers.append(reference)
            return state.engine
        }
        if connects { for input in inputs { connect(input, to: layer) } }
        if let engine { layer.attach(to: engine) }
        configuration.unlock()
    }

    /// Takes a layer away.
    func remove(_ layer: AVCaptureVideoPreviewLayer) {
        configuration.lock()
        let engine = state.withLock { state in
            state.layers.removeAll { $0.value === layer || $0.value == nil }
            state.connections.removeAll { $0.value.videoPreviewLayer === layer }
            return state.engine
        }
        if let engine { layer.detach(from: engine) }
        configuration.unlock()
    }

    // MARK: - Levels of sound

    /// Measures the sound of all connections from now on; nothing is measured before somebody asks.
    func runMeters() {
        let (engine, isNew, tap) = state.withLock { state in
            let isNew = state.meterTap == nil && state.engine != nil
            if isNew {
                state.meterTap = CaptureTap(audio: { [weak self] buffer in
                    guard let self else { return }
                    let channels = device(for: .audio)?.capture.channels ?? 0
                    for connection in connections { connection.soundMeter?.take(buffer, channels: channels) }
                })
            }
            return (state.engine, isNew, state.meterTap)
        }
        if isNew, let engine, let tap { engine.session.addTap(tap) }
    }
}
