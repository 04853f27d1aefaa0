internal import GStreamer
internal import Recording

/// What the properties of a recorder say about the next recording.
struct RecorderSettings: Sendable, Hashable {
    var location: String?
    var template = "base"
    var encoder: String?
    /// Bits per second; 0 for the template's.
    var bitrate: UInt64 = 0
    /// How the shake is taken out; off for what the template says.
    var stabilization = VideoStabMode.off
    /// Times in nanoseconds; 0 for none.
    var segmentTime: UInt64 = 0
    var fragmentInterval: UInt64 = 0
    var maximumDuration: UInt64 = 0
    /// Bytes.
    var minimumFree: UInt64 = 16 << 20

    /// The value of a property; nil when it is none of these.
    subscript(name: String) -> PropertyContent? {
        get {
            switch name {
            case "location": .text(location)
            case "template": .text(template)
            case "encoder": .text(encoder)
            case "bitrate": .unsigned(bitrate)
            case "stabilize": .choice(stabilization.number)
            case "segment-time": .unsigned(segmentTime)
            case "fragment-interval": .unsigned(fragmentInterval)
            case "max-duration": .unsigned(maximumDuration)
            case "min-free": .unsigned(minimumFree)
            default: nil
            }
        }
        set {
            switch (name, newValue) {
            case ("location", .text(let text)): location = text.flatMap { $0.isEmpty ? nil : $0 }
            case ("template", .text(let text)): template = text ?? RecorderSettings().template
            case ("encoder", .text(let text)): encoder = text.flatMap { $0.isEmpty ? nil : $0 }
            case ("bitrate", .unsigned(let number)): bitrate = number
            case ("stabilize", .choice(let number)): stabilization = VideoStabMode(number: number)
            case ("segment-time", .unsigned(let number)): segmentTime = number
            case ("fragment-interval", .unsigned(let number)): fragmentInterval = number
            case ("max-duration", .unsigned(let number)): maximumDuration = number
            case ("min-free", .unsigned(let number)): minimumFree = number
            default: break
            }
        }
    }

    /// The wishes in the engine's words.
    func options(location: String) -> RecordingOptions {
        var options = RecordingOptions(pattern: location)
        options.videoEncoder = encoder
        options.videoBitrate = bitrate == 0 ? nil : Int(bitrate)
        options.stabilization =
            stabilization == .off ? nil : VideoStabilization(rawValue: stabilization.rawValue)
        options.segment = RecorderSettings.time(segmentTime)
        options.fragment = RecorderSettings.time(fragmentInterval)
        options.duration = RecorderSettings.time(maximumDuration)
        options.minimumFree = Int64(clamping: minimumFree)
        return options
    }

    private static func time(_ nanoseconds: UInt64) -> ClockTime? {
        nanoseconds == 0 ? nil : ClockTime(nanoseconds: Int64(clamping: nanoseconds))
    }
}
