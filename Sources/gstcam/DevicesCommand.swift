import CameraCapture
import PipelineTemplates

/// The command `gstcam devices`.
struct DevicesCommand {
    static let table: [Option] = [
        .flag("--json", nil, "one JSON object on standard output"),
        .flag("--all", nil, "also what cannot be recorded from, and why"),
    ]

    private let json: Bool
    private let all: Bool

    init(parsing words: [String]) throws(CommandError) {
        if words.contains("--help") || words.contains("-h") {
            Console.print(Help.text(for: "devices"))
            ExitCode.exit(.success)
        }
        let arguments = try ParsedArguments(words, table: DevicesCommand.table, command: "devices")
        guard arguments.operands.isEmpty else {
            throw .usage("devices takes no \"\(arguments.operands[0])\"", "Leave it out")
        }
        json = arguments.has("--json")
        all = arguments.has("--all")
    }

    func run() throws(CommandError) {
        do throws(CaptureError) {
            try Engine.start()
        } catch {
            throw CommandError(error)
        }
        let devices = DeviceCatalogue.cameras() + DeviceCatalogue.microphones()
        if json {
            JSONLine.print(DeviceList(devices: devices))
        } else {
            list(devices, of: .camera, title: "Cameras")
            list(devices, of: .microphone, title: "Microphones")
        }
    }

    private func list(_ devices: [CaptureDevice], of kind: CaptureDevice.Kind, title: String) {
        let found = devices.filter { $0.kind == kind && (all || $0.hiddenReason == nil) }
        let hidden = devices.count { $0.kind == kind && $0.hiddenReason != nil }
        Console.print("\(title):")
        if found.isEmpty { Console.print("  none") }
        for device in found {
            Console.print("  \(device.name)")
            Console.print("    \(device.id)\(device.address == device.id ? "" : "  (\(device.address))")")
            if let reason = device.hiddenReason { Console.print("    not offered: \(reason)") }
            for line in DevicesCommand.modes(device.modes) { Console.print("    \(line)") }
        }
        if hidden > 0, !all {
            Console.print("  \(hidden) more cannot be used: gstcam devices --all tells why")
        }
    }

    /// One line for each size, with its rates and formats.
    private static func modes(_ modes: [CaptureMode]) -> [String] {
        var lines: [(size: String, rates: String, formats: [String])] = []
        for mode in modes {
            let size =
                mode.width.isFixed && mode.height.isFixed
                ? "\(mode.width.minimum)x\(mode.height.minimum)"
                : "\(mode.width.minimum)x\(mode.height.minimum) to \(mode.width.maximum)x\(mode.height.maximum)"
            let rates = mode.framerates.map { LiveLine.fixed($0.value, 2) }
            let text = rates.joined(separator: mode.isFramerateRange ? " to " : " ") + " fps"
            let format = mode.format ?? mode.mediaType
            if let index = lines.firstIndex(where: { $0.size == size && $0.rates == text }) {
                lines[index].formats.append(format)
            } else {
                lines.append((size, text, [format]))
            }
        }
        return lines.map { "\($0.size)  \($0.rates)  \($0.formats.joined(separator: " "))" }
    }
}

/// The JSON form of the list.
private struct DeviceList: Encodable {
    struct Mode: Encodable {
        let mediaType: String
        let format: String?
        let width: [Int]
        let height: [Int]
        let framerates: [String]
        let isRange: Bool

        enum CodingKeys: String, CodingKey {
            case format, width, height, framerates
            case mediaType = "media_type"
            case isRange = "framerate_range"
        }
    }

    struct Device: Encodable {
        let id: String
        let name: String
        let kind: String
        let api: String
        let address: String
        let driver: String
        let bus: String
        let aliases: [String]
        let modes: [Mode]
        let channels: Int?
        let hidden: String?
    }

    let devices: [Device]

    init(devices: [CaptureDevice]) {
        self.devices = devices.map { device in
            Device(
                id: device.id,
                name: device.name,
                kind: device.kind.rawValue,
                api: device.api.rawValue,
                address: device.address,
                driver: device.driver,
                bus: device.bus,
                aliases: device.aliases,
                modes: device.modes.map { mode in
                    Mode(
                        mediaType: mode.mediaType,
                        format: mode.format,
                        width: DeviceList.extent(mode.width),
                        height: DeviceList.extent(mode.height),
                        framerates: mode.framerates.map(\.description),
                        isRange: mode.isFramerateRange
                    )
                },
                channels: device.kind == .microphone ? device.channels : nil,
                hidden: device.hiddenReason
            )
        }
    }

    /// A fixed side is one number, a range is smallest, largest and step.
    private static func extent(_ extent: CaptureMode.Extent) -> [Int] {
        extent.isFixed ? [extent.minimum] : [extent.minimum, extent.maximum, extent.step]
    }
}
