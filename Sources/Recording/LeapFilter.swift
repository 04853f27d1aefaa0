import GStreamer

/// Takes a single time stamp from far away for a fault of the driver, and a second one for the truth.
struct LeapFilter {
    private static let longest = ClockTime.milliseconds(10_000)
    private var last: ClockTime?
    private var leapt = false

    /// Whether a time stamp would be believed if it came now.
    func wouldAccept(_ time: ClockTime) -> Bool {
        guard let last, !leapt else { return true }
        return time - last <= LeapFilter.longest
    }

    mutating func accepts(_ time: ClockTime) -> Bool {
        leapt = !wouldAccept(time)
        if !leapt { last = time }
        return !leapt
    }
}
