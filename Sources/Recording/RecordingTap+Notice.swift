import GStreamer

extension RecordingTap {
    /// What happened in a call that the recording must hear of.
    struct Notice {
        var opened: Bool?
        var picture = false
        var inputEnded = false
        var firstDrop = false
        /// How long the camera was away that is back now.
        var gap: ClockTime?
        var paused = false
        var resumed = false
    }
}
