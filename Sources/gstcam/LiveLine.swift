import CameraCapture
import GStreamer

/// The texts about a running recording.
enum LiveLine {
    /// One line: time, size, dropped pictures, loudness, free space.
    static func text(_ progress: RecordingProgress, framerate: Double) -> String {
        var parts = [
            "\u{25CF} \(clock(progress.duration))", size(progress.bytes), "\(fixed(framerate, 1)) fps",
            "\(progress.losses.droppedFrames + progress.losses.lostFrames) dropped",
        ]
        if let level = progress.audioLevel {
            parts.append(level.isFinite ? "\(fixed(level, 0)) dB" : "silence")
        }
        if let free = progress.freeBytes { parts.append("\(size(free)) free") }
        return parts.joined(separator: "  ")
    }

    /// The length of a finished file: 2.999 s are three seconds.
    static func length(_ time: ClockTime) -> String { clock(time + .milliseconds(500)) }

    static func clock(_ time: ClockTime) -> String {
        let total = time.nanoseconds / 1_000_000_000
        let (hours, minutes, seconds) = (total / 3600, total / 60 % 60, total % 60)
        func two(_ value: Int64) -> String { value < 10 ? "0\(value)" : "\(value)" }
        return hours > 0 ? "\(hours):\(two(minutes)):\(two(seconds))" : "\(two(minutes)):\(two(seconds))"
    }

    static func size(_ bytes: Int64) -> String {
        let units = ["B", "kB", "MB", "GB", "TB"]
        var value = Double(bytes)
        var unit = 0
        while value >= 1000, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        return "\(fixed(value, value < 10 && unit > 0 ? 1 : 0)) \(units[unit])"
    }

    static func fixed(_ value: Double, _ digits: Int) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        let rounded = (value * scale).rounded()
        guard digits > 0 else { return "\(Int64(rounded))" }
        let whole = Int64(rounded.magnitude) / Int64(scale)
        let rest = String(Int64(rounded.magnitude) % Int64(scale))
        return (rounded < 0 ? "-" : "") + "\(whole)." + String(repeating: "0", count: digits - rest.count)
            + rest
    }
}
