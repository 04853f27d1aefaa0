internal import GStreamer
internal import PipelineTemplates
public import Recording

/// The cameras and microphones of this machine.
public enum DeviceCatalogue {
    /// All cameras that V4L2 knows, hidden ones too; opens each node for a moment.
    ///
    /// Works with and without udev; the stable identity comes from the links that udev makes, where there are any.
    public static func cameras() -> [CaptureDevice] {
        // A GStreamer that does not start says so when a session does.
        try? Gst.start()
        let links = StableLinks(root: "/dev/v4l")
        return VideoNode.all().map { camera(at: $0, links: links) }
    }

    /// All microphones, the one to use by default first.
    public static func microphones() -> [CaptureDevice] {
        try? Gst.start()
        return Microphones.all()
    }

    /// The built-in test camera.
    public static let testCamera = CaptureDevice(
        id: "test",
        name: "Test camera",
        kind: .camera,
        api: .test,
        address: "test",
        driver: "videotestsrc",
        modes: [
            CaptureMode(
                mediaType: "video/x-raw",
                format: "I420",
                width: .init(minimum: 160, maximum: 7680, step: 2),
                height: .init(minimum: 90, maximum: 4320, step: 2),
                framerates: [Fraction(1), Fraction(240)],
                isFramerateRange: true
            )
        ]
    )

    /// The built-in test microphone: a tick at each full second of the test camera.
    public static let testMicrophone = CaptureDevice(
        id: "test",
        name: "Test microphone",
        kind: .microphone,
        api: .test,
        address: "test",
        driver: "audiotestsrc",
        channels: 2
    )

    /// The camera that somebody means, or else the one that `GSTCAM_CAMERA` names, or the first that can be used.
    /// - Parameter text: An id, a node, a name, `test`, or `file:PATH`; nil when nobody asked for one.
    /// - Returns: A camera that can be used.
    /// - Throws: `CaptureError` with code `.noSuchDevice`, `.ambiguousDevice`, `.permissionDenied` or
    ///   `.unreadableFile`.
    public static func camera(_ text: String?) throws(CaptureError) -> CaptureDevice {
        guard let text else {
            guard let text = Environment.value("GSTCAM_CAMERA") else { return try firstCamera() }
            return try named(by: "GSTCAM_CAMERA") { () throws(CaptureError) in try camera(text) }
        }
        if text == testCamera.id { return testCamera }
        if text.hasPrefix("file:") { return try FileCamera.device(path: String(text.dropFirst(5))) }
        let all = cameras()
        let resolved = text.hasPrefix("/") ? Directory.resolve(text) ?? text : text
        let found = all.filter { $0.answers(to: text) || $0.answers(to: resolved) }
        return try single(found, among: all, text: text, noun: "camera")
    }

    /// The microphone that somebody means.
    /// - Throws: `CaptureError` with code `.noSuchDevice` or `.ambiguousDevice`.
    public static func microphone(_ text: String) throws(CaptureError) -> CaptureDevice {
        if text == testMicrophone.id { return testMicrophone }
        let all = microphones()
        let found = all.filter { $0.answers(to: text) }
        if found.isEmpty, text.contains(":") {
            // A name of ALSA's own, such as a device from a configuration file.
            return CaptureDevice(
                id: text,
                name: text,
                kind: .microphone,
                api: .alsa,
                address: text,
                driver: "alsa",
                channels: 2
            )
        }
        return try single(found, among: all, text: text, noun: "microphone")
    }

    /// Finds the device that a variable of the environment names; an error says that it was the variable.
    static func named(
        by variable: String,
        find: () throws(CaptureError) -> CaptureDevice
    ) throws(CaptureError) -> CaptureDevice {
        do throws(CaptureError) {
            return try find()
        } catch {
            throw CaptureError(
                error.code,
                "\(variable): \(error.what)",
                advice: error.advice,
                detail: error.detail
            )
        }
    }

    private static func firstCamera() throws(CaptureError) -> CaptureDevice {
        let all = cameras()
        if let first = all.first(where: { $0.hiddenReason == nil }) { return first }
        if let hidden = all.first {
            throw CaptureError(
                hidden.isForbidden ? .permissionDenied : .noSuchDevice,
                "no camera can be used: \(hidden.name) (\(hidden.address)): \(hidden.hiddenReason ?? "")",
                advice: "Plug a camera in, or use -d test for the built-in test camera"
            )
        }
        throw CaptureError(
            .noSuchDevice,
            "no camera was found",
            advice: "Plug one in, or use -d test for the built-in test camera"
        )
    }

    private static func single(
        _ found: [CaptureDevice],
        among all: [CaptureDevice],
        text: String,
        noun: String
    ) throws(CaptureError) -> CaptureDevice {
        let usable = found.filter { $0.hiddenReason == nil }
        if let device = usable.first, usable.count == 1 { return device }
        if usable.count > 1 {
            throw CaptureError(
                .ambiguousDevice,
                "\(usable.count) \(noun)s answer to \"\(text)\": " + usable.map(\.id).joined(separator: ", "),
                advice: "Use one of these names"
            )
        }
        if let hidden = found.first {
            throw CaptureError(
                hidden.isForbidden ? .permissionDenied : .noSuchDevice,
                "\(text) cannot be used: \(hidden.hiddenReason ?? "")"
            )
        }
        let offered = all.filter { $0.hiddenReason == nil }.map { "\($0.name) (\($0.id))" }
        throw CaptureError(
            .noSuchDevice,
            "no \(noun) answers to \"\(text)\"",
            advice: offered.isEmpty
                ? "There is none at all; use -d test for the built-in test camera"
                : "There are: \(offered.joined(separator: ", ")); or use test"
        )
    }

    private static func camera(at node: VideoNode, links: StableLinks) -> CaptureDevice {
        var name = node.path
        var driver = ""
        var bus = ""
        if case .capability(let capability) = node.answer {
            (name, driver, bus) = (capability.card, capability.driver, capability.busInfo)
        }
        var reason = node.hiddenReason
        let modes = reason == nil ? modes(of: node.path) : []
        if reason == nil, modes.isEmpty {
            reason = "it lists no picture formats, as raw sensors do: use libcamera for this camera"
        }
        let aliases = links.names(for: node.path)
        return CaptureDevice(
            id: aliases.first ?? node.path,
            name: name,
            kind: .camera,
            api: .v4l2,
            address: node.path,
            driver: driver,
            bus: bus,
            aliases: aliases + [String(node.path.dropFirst("/dev/".count))],
            modes: modes,
            hiddenReason: reason
        )
    }

    /// What GStreamer's own source would offer for the node.
    private static func modes(of path: String) -> [CaptureMode] {
        do throws(GStreamerError) {
            let source = try Element(factory: "v4l2src")
            try source.setProperty("device", to: path)
            try source.setState(.ready)
            defer { try? source.setState(.null) }
            return source.pad(named: "src")?.queryCaps().map { CaptureMode.modes(in: $0.structures) } ?? []
        } catch {
            return []
        }
    }
}
