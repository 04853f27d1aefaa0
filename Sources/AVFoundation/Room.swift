internal import Synchronization

/// Counts what waits, so that memory stays bounded.
final class Room: Sendable {
    private let taken = Mutex(0)

    /// Takes some of the room; false, and nothing is taken, when so much is not free.
    func take(_ amount: Int, of capacity: Int) -> Bool {
        taken.withLock { taken in
            guard taken + amount <= capacity else { return false }
            taken += amount
            return true
        }
    }

    func giveBack(_ amount: Int) { taken.withLock { $0 -= amount } }
}
