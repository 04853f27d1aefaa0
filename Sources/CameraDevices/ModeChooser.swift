public import PipelineTemplates
internal import Recording

/// A mode with every value fixed, and why it was chosen.
public struct ChosenMode: Sendable, Hashable {
    /// The media type.
    public let mediaType: String
    /// The pixel format of raw pictures.
    public let format: String?
    /// Width in pixels.
    public let width: Int
    /// Height in pixels.
    public let height: Int
    /// Frame rate.
    public let framerate: Fraction
    /// One sentence for people.
    public let reason: String
    /// The mode of the camera that the values were taken from.
    public let origin: CaptureMode
}

/// Chooses a camera's mode: a smooth rate first (24 or more pictures a second), then size, then format.
enum ModeChooser {
    struct Wish: Sendable {
        var width: Int?
        var height: Int?
        var framerate: Fraction?
        var format: String?
    }

    /// Larger pictures than this are only used when asked for, since software encoders cannot keep up.
    private static let largest = (width: 1920, height: 1080)
    private static let smoothRate = 24.0
    private static let usualRate = 30.0
    /// Formats that need no or little conversion come first; a format that is not listed comes last.
    private static let formats = ["NV12", "I420", "YV12", "YUY2", "UYVY", "YVYU", "NV21"]

    /// - Parameters:
    ///   - modes: What the camera offers, as far as a template can handle it.
    ///   - wish: What was asked for.
    ///   - currentSize: The size a camera that takes any size is set to.
    ///   - device: The camera's name, for sentences.
    /// - Returns: The best mode that fulfils the wish.
    /// - Throws: `CaptureError` with code `.unsupportedMode`, with what the camera offers.
    static func choose(
        from modes: [CaptureMode],
        wish: Wish,
        currentSize: (width: Int, height: Int)?,
        device: String
    ) throws(CaptureError) -> ChosenMode {
        let usable = modes.filter { !$0.framerates.isEmpty }
        guard !usable.isEmpty else {
            throw CaptureError(
                .unsupportedMode,
                "\(device) offers no format that can be recorded",
                advice: "See gstcam devices --all for its formats, and write a template for one of them"
            )
        }
        let candidates = usable.compactMap { candidate(for: $0, wish: wish, currentSize: currentSize) }
        guard let best = candidates.max(by: { rank($0) < rank($1) }) else {
            throw CaptureError(
                .unsupportedMode,
                "\(device) does not offer \(describe(wish))",
                advice: "It offers \(offers(usable))"
            )
        }
        return best
    }

    private static func candidate(
        for mode: CaptureMode,
        wish: Wish,
        currentSize: (width: Int, height: Int)?
    ) -> ChosenMode? {
        if let format = wish.format, format != mode.format, format != mode.mediaType { return nil }
        guard let width = side(mode.width, wished: wish.width, usual: currentSize?.width ?? 1280),
            let height = side(mode.height, wished: wish.height, usual: currentSize?.height ?? 720),
            let framerate = rate(of: mode, wished: wish.framerate)
        else { return nil }
        let fixed = wish.width != nil || wish.framerate != nil
        return ChosenMode(
            mediaType: mode.mediaType,
            format: mode.format,
            width: width,
            height: height,
            framerate: framerate,
            reason: fixed ? "asked for" : reason(framerate),
            origin: mode
        )
    }

    private static func reason(_ framerate: Fraction) -> String {
        framerate.value >= smoothRate * 0.99
            ? "the largest picture up to 1920x1080 that comes at 24 or more a second"
            : "no size comes at 24 pictures a second; this one comes closest"
    }

    private static func side(_ extent: CaptureMode.Extent, wished: Int?, usual: Int) -> Int? {
        if let wished { return extent.contains(wished) ? wished : nil }
        if extent.isFixed { return extent.minimum }
        if extent.contains(usual) { return usual }
        let clamped = min(max(usual, extent.minimum), extent.maximum)
        return clamped - (clamped - extent.minimum) % extent.step
    }

    private static func rate(of mode: CaptureMode, wished: Fraction?) -> Fraction? {
        if let wished { return mode.framerate(near: wished) }
        if mode.isFramerateRange, let usual = mode.framerate(near: Fraction(30)) { return usual }
        let usual = mode.framerates.first { $0.value <= usualRate * 1.01 }
        return usual ?? mode.framerates.last
    }

    /// Raw pictures before Motion JPEG, and that before what a camera codes itself, which cannot be changed any more.
    private static func position(_ mode: ChosenMode) -> Int {
        switch mode.mediaType {
        case "video/x-raw": mode.format.flatMap { formats.firstIndex(of: $0) } ?? formats.count
        case "video/x-bayer": formats.count + 1
        case "image/jpeg": formats.count + 2
        default: formats.count + 3
        }
    }

    private static func rank(_ mode: ChosenMode) -> [Double] {
        let fits = mode.width <= largest.width && mode.height <= largest.height
        let area = Double(mode.width * mode.height)
        return [
            mode.framerate.value >= smoothRate * 0.99 ? 1 : 0,
            fits ? 1 : 0,
            fits ? area : -area,
            mode.framerate.value,
            -Double(position(mode)),
        ]
    }

    private static func describe(_ wish: Wish) -> String {
        let size = wish.width.flatMap { width in wish.height.map { "\(width)x\($0)" } }
        let rate = wish.framerate.map { "\($0) pictures a second" }
        return [wish.format, size, rate].compactMap(\.self).joined(separator: " at ")
    }

    private static func offers(_ modes: [CaptureMode]) -> String {
        var texts: [String] = []
        for mode in modes {
            let size =
                mode.width.isFixed && mode.height.isFixed
                ? "\(mode.width.minimum)x\(mode.height.minimum)"
                : "\(mode.width.minimum)x\(mode.height.minimum) to \(mode.width.maximum)x\(mode.height.maximum)"
            let text = "\(size) at up to \(mode.framerates[0])"
            if !texts.contains(text) { texts.append(text) }
        }
        return texts.prefix(12).joined(separator: ", ")
    }
}

private func < (left: [Double], right: [Double]) -> Bool { left.lexicographicallyPrecedes(right) }
