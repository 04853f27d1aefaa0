import GStreamer

/// Takes a single time stamp from far away for a fault of the driver, and a second one for the truth.
struct LeapFilter {
    private static let longest = ClockTime.milliseconds(10_000)
    private var last: ClockTime?
    private var leapt = false

    mutating func accepts(_ time: ClockTime) -> Bool {
        guard let last, !leapt, time - last > LeapFilter.longest else {
            leapt = false
            last = time
            return true
        }
        leapt = true
        return false
    }
}
