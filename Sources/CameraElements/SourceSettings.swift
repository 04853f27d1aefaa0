internal import CameraDevices
internal import PipelineTemplates
internal import Recording

/// What the properties of a camera source say.
struct SourceSettings: Sendable, Hashable {
    var device: String?
    var microphone: String?
    var template: String?
    var parameters: String?

    /// The value of a property; nil when it is none of these.
    subscript(name: String) -> String?? {
        get {
            switch name {
            case "device": .some(device)
            case "microphone": .some(microphone)
            case "template": .some(template)
            case "parameters": .some(parameters)
            default: nil
            }
        }
        set {
            let text = (newValue ?? nil).flatMap { $0.isEmpty ? nil : $0 }
            switch name {
            case "device": device = text
            case "microphone": microphone = text
            case "template": template = text
            case "parameters": parameters = text
            default: break
            }
        }
    }

    /// The wishes in the engine's words.
    ///
    /// Size and rate choose the camera's mode, which the template then gets; the other parameters are only its own.
    func options() throws(CaptureError) -> CaptureOptions {
        var options = CaptureOptions()
        options.camera = device
        options.template = template
        if let microphone { options.microphone = microphone == "none" ? .none : .named(microphone) }
        var values = try SourceSettings.values(in: parameters ?? "")
        if let width = values["width"].flatMap({ Int($0) }),
            let height = values["height"].flatMap({ Int($0) })
        {
            options.size = (width, height)
            values["width"] = nil
            values["height"] = nil
        }
        if let rate = values["framerate"].flatMap(SourceSettings.fraction) {
            options.framerate = rate
            values["framerate"] = nil
        }
        options.values = values
        return options
    }

    private static func values(in text: String) throws(CaptureError) -> [String: String] {
        var values: [String: String] = [:]
        for piece in text.split(separator: ",") {
            guard let sign = piece.firstIndex(of: "="), sign != piece.startIndex else {
                throw CaptureError(
                    .usage,
                    "the parameters of gstcamsrc hold \"\(piece)\", which sets nothing",
                    advice: "Write parameters as NAME=VALUE with commas between them"
                )
            }
            let name = piece[..<sign].drop { $0 == " " }
            values[String(name)] = String(piece[piece.index(after: sign)...])
        }
        return values
    }

    private static func fraction(_ text: String) -> Fraction? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count <= 2, let numerator = parts[0], let denominator = parts.count == 2 ? parts[1] : 1
        else { return nil }
        return Fraction(numerator: numerator, denominator: denominator)
    }
}
