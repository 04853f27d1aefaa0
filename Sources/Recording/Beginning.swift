import GStreamer

/// Where a recording begins.
struct Beginning {
    /// Nothing before this time belongs to the recording.
    var time: ClockTime
    /// Whether another recording has what comes before the first picture, so that the duration counts from the time.
    var continues = false
    /// How much at the beginning does not count as duration.
    var surplus = ClockTime.zero
    /// Whether sound will come, so that the first picture need not wait for it.
    var isSureOfSound = false
}
