import CameraCapture
import PipelineTemplates

/// The arguments that say which camera is used, and how; the same for every command that opens one.
enum CaptureArguments {
    static let table: [Option] = [
        .value("--device", "-d", "ID", "camera: an id of gstcam devices, a node, a name, test, or file:PATH"),
        .value("--template", "-t", "NAME|FILE", "pipeline template; chosen from the camera when left out"),
        .value("--set", "-p", "NAME=VALUE", "set a parameter of the template; may repeat"),
        .value("--size", "-s", "WxH", "size of the picture, such as 1280x720"),
        .value("--framerate", "-r", "N", "pictures per second, such as 30 or 29.97"),
    ]

    /// For commands whose pictures can be steadied.
    static let stabilize: Option =
        .value("--stabilize", nil, "MODE", "steady the picture: off, lowlatency, standard, cinematic or auto")

    /// How the pictures shall be steadied; nil when nobody said.
    static func stabilization(_ arguments: ParsedArguments) throws(CommandError) -> VideoStabilization? {
        guard let name = arguments.last("--stabilize") else { return nil }
        guard let mode = VideoStabilization(rawValue: name) else {
            let known = VideoStabilization.allCases.map(\.rawValue).joined(separator: ", ")
            throw .usage("\"\(name)\" is no way to stabilize", "Use one of: \(known)")
        }
        return mode
    }

    static func read(_ arguments: ParsedArguments) throws(CommandError) -> CaptureOptions {
        var options = CaptureOptions()
        options.camera = arguments.last("--device")
        options.template = arguments.last("--template")
        if let text = arguments.last("--size") { options.size = try size(text) }
        if let text = arguments.last("--framerate") {
            options.framerate = try arguments.quantity("--framerate") { () throws(QuantityError) in
                try Quantity.fraction(text)
            }
        }
        if let rate = options.framerate, rate.numerator == 0 {
            throw .usage("--framerate 0 is no rate", "Give more than zero, such as 30")
        }
        options.values = try arguments.assignments("--set")
        return options
    }

    private static func size(_ text: String) throws(CommandError) -> (width: Int, height: Int) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0,
            width <= 16384, height <= 16384
        else {
            throw .usage("\"\(text)\" is no size", "Write WIDTHxHEIGHT in pixels, such as 1280x720")
        }
        return (width, height)
    }
}

extension ParsedArguments {
    /// Reads an option's value with its unit; what is none is refused with the option's name.
    func quantity<Value>(
        _ name: String,
        _ read: () throws(QuantityError) -> Value
    ) throws(CommandError) -> Value {
        do throws(QuantityError) {
            return try read()
        } catch {
            throw .usage("\(name): \(error.message)", error.hint)
        }
    }
}
