/// A camera or a microphone.
public struct CaptureDevice: Sendable, Hashable {
    /// What a device delivers.
    public enum Kind: String, Sendable {
        /// Pictures.
        case camera
        /// Sound.
        case microphone
    }

    /// How a device is reached; templates match on its word.
    public struct API: Sendable, Hashable, RawRepresentable {
        /// The word, such as `v4l2`.
        public let rawValue: String

        /// Makes an API from its word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A Video4Linux node.
        public static let v4l2 = API(rawValue: "v4l2")
        /// An ALSA card.
        public static let alsa = API(rawValue: "alsa")
        /// PulseAudio.
        public static let pulse = API(rawValue: "pulse")
        /// PipeWire.
        public static let pipewire = API(rawValue: "pipewire")
        /// The built-in test camera and microphone.
        public static let test = API(rawValue: "test")
        /// A video file that is played as a live camera.
        public static let file = API(rawValue: "file")
    }

    /// The identity that stays the same over restarts and replugging, as far as the system knows one.
    public let id: String
    /// The name for people.
    public let name: String
    /// What it delivers.
    public let kind: Kind
    /// How it is reached.
    public let api: API
    /// What its GStreamer element calls it, such as `/dev/video0` or `hw:CARD=Webcam,DEV=0`.
    public let address: String
    /// The kernel driver or sound system.
    public let driver: String
    /// Where it is plugged in, as the driver says.
    public let bus: String
    /// Other names under which it can be asked for.
    public let aliases: [String]
    /// What it can deliver; empty for microphones.
    public let modes: [CaptureMode]
    /// The number of channels of a microphone, at most two; 0 for a camera.
    public let channels: Int
    /// Why it is not offered; nil for a device that can be used.
    public let hiddenReason: String?

    /// Makes a device.
    public init(
        id: String,
        name: String,
        kind: Kind,
        api: API,
        address: String,
        driver: String = "",
        bus: String = "",
        aliases: [String] = [],
        modes: [CaptureMode] = [],
        channels: Int = 0,
        hiddenReason: String? = nil
    ) {
        self.id = id
        self.name = name
        self.kind = kind
        self.api = api
        self.address = address
        self.driver = driver
        self.bus = bus
        self.aliases = aliases
        self.modes = modes
        self.channels = channels
        self.hiddenReason = hiddenReason
    }

    /// Whether somebody who types this text means this device.
    func answers(to text: String) -> Bool {
        if [id, address, name].contains(text) || aliases.contains(text) { return true }
        return name.lowercased() == text.lowercased()
    }

    /// Whether it is hidden because the kernel does not let this user open it.
    package var isForbidden: Bool { hiddenReason?.contains("may not") ?? false }

    /// The facts that templates match on.
    package func matchProperties(for mode: CaptureMode) -> [String: [String]] {
        [
            "api": [api.rawValue],
            "driver": [driver],
            "card": [name],
            "bus": [bus],
            "id": [id] + aliases,
            "format": [mode.mediaType] + [mode.format].compactMap(\.self),
        ]
    }
}
