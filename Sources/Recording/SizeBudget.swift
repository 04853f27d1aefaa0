internal import Synchronization

/// How many bytes recordings that follow each other may write together; any thread may use it.
public final class SizeBudget: Sendable {
    private let limit: Int64
    private let spent = Atomic<Int64>(0)

    /// Makes a budget.
    /// - Parameter limit: Bytes; never exceeded.
    public init(limit: Int64) { self.limit = limit }

    enum Answer {
        case fits
        /// The first that does not fit.
        case isReached
        case isSpent
    }

    func spend(_ bytes: Int64) -> Answer {
        let total = spent.add(bytes, ordering: .relaxed).newValue
        if total <= limit { return .fits }
        return total - bytes <= limit ? .isReached : .isSpent
    }
}
