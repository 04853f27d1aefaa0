internal import Glibc

/// An open file descriptor, closed when the last reference to it goes.
public final class FileDescriptor: Sendable {
    /// The number, valid as long as this object is.
    public let number: Int32

    /// Takes over a descriptor that is open.
    public init(owning number: Int32) { self.number = number }

    deinit { close(number) }
}
