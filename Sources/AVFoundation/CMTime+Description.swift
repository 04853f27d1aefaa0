internal import Foundation

extension CMTime: CustomStringConvertible, CustomDebugStringConvertible {
    /// The time as `CMTimeShow` prints it: `{1001/30000 = 0.033}`.
    public var description: String {
        guard isValid else { return "{INVALID}" }
        if isPositiveInfinity { return "{+INFINITY}" }
        if isNegativeInfinity { return "{-INFINITY}" }
        if isIndefinite { return "{INDEFINITE}" }
        let number = String(format: "%.3f", seconds)
        let notes = (epoch == 0 ? "" : ", epoch=\(epoch)") + (hasBeenRounded ? ", rounded" : "")
        return "{\(value)/\(timescale) = \(number)\(notes)}"
    }

    /// The same text.
    public var debugDescription: String { description }
}

/// Prints a time to standard error.
public func CMTimeShow(_ time: CMTime) {
    FileHandle.standardError.write(Data((time.description + "\n").utf8))
}
