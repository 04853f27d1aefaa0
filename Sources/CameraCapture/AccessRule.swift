internal import Dispatch

/// How it is found out whether one kind of device may be used.
enum AccessRule: Sendable {
    /// By decree, for tests.
    case given(CaptureAccess.Status)
    /// By asking.
    case asked(AskedOnce)
    /// By looking, each time anew.
    case seen(@Sendable () -> CaptureAccess.Status)

    var status: CaptureAccess.Status {
        switch self {
        case .given(let status): return status
        case .asked(let question):
            return question.answer.map { $0 ? .authorized : .denied } ?? .notDetermined
        case .seen(let look): return look()
        }
    }

    /// Finds out; the completion is called exactly once, later, on the queue.
    func request(on queue: DispatchQueue, completion: @escaping @Sendable (Bool) -> Void) {
        switch self {
        case .asked(let question): question.request(completion)
        case .given, .seen: queue.async { completion(status == .authorized) }
        }
    }

    /// A decree: `authorized`, `denied`, `restricted`, or `notDetermined`, which becomes the answer behind its colon
    /// (`grant` or `deny`) when it is asked for; nil for any other text.
    init?(decree: String, queue: DispatchQueue) {
        switch decree {
        case "authorized": self = .given(.authorized)
        case "denied": self = .given(.denied)
        case "restricted": self = .given(.restricted)
        case "notDetermined", "notDetermined:grant": self = .asked(AskedOnce(on: queue) { true })
        case "notDetermined:deny": self = .asked(AskedOnce(on: queue) { false })
        default: return nil
        }
    }
}
