internal import Synchronization

/// Which session an input is part of; an input belongs to at most one.
enum Ownership {
    private static let owners = Mutex<[ObjectIdentifier: WeakShared<AVCaptureSession>]>([:])

    static func session(of input: AVCaptureInput) -> AVCaptureSession? {
        owners.withLock { $0[ObjectIdentifier(input)] }?.value
    }

    static func set(_ session: AVCaptureSession?, for input: AVCaptureInput) {
        let reference = session.map { WeakShared($0) }
        owners.withLock { $0[ObjectIdentifier(input)] = reference }
    }
}
