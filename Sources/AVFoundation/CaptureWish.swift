internal import CameraCapture
internal import PipelineTemplates
internal import Synchronization

/// What a preset wishes of a camera, in the engine's words.
struct CaptureWish: Sendable, Hashable {
    /// Pixels.
    var width: Int
    /// Pixels.
    var height: Int
    /// Frames a second; nil for whatever is usual.
    var framerate: Fraction?
    /// GStreamer's name of the pixel format; nil for the one that is cheapest to record.
    var format: String?
}

extension AVCaptureSession.Preset {
    /// The size that the preset's name says; nil for the presets that say none.
    var size: (width: Int, height: Int)? {
        switch self {
        case .qvga320x240: (320, 240)
        case .cif352x288: (352, 288)
        case .vga640x480: (640, 480)
        case .qHD960x540, .iFrame960x540: (960, 540)
        case .hd1280x720, .iFrame1280x720: (1280, 720)
        case .hd1920x1080: (1920, 1080)
        case .hd4K3840x2160: (3840, 2160)
        default: nil
        }
    }

    /// What the preset wishes of a camera; nil when the camera cannot fulfil it.
    ///
    /// A frame duration that the program set on the device goes with every preset.
    func wish(for device: AVCaptureDevice) -> CaptureWish? {
        guard device.kind == .camera else { return nil }
        let (formats, active, duration) = device.state.withLock { state in
            (state.formats, state.activeFormat, state.minFrameDuration)
        }
        let framerate = duration.flatMap {
            Fraction(numerator: Int($0.timescale), denominator: Int($0.value))
        }
        if let size {
            guard device.capture.modes.contains(where: { $0.offers(size) }) else { return nil }
            return CaptureWish(width: size.width, height: size.height, framerate: framerate)
        }
        guard let format = format(of: formats, active: active) else { return nil }
        let size = format.formatDescription.dimensions
        return CaptureWish(
            width: Int(size.width),
            height: Int(size.height),
            framerate: framerate,
            format: self == .inputPriority ? format.pixelFormat : nil
        )
    }

    private func format(
        of formats: [AVCaptureDevice.Format],
        active: AVCaptureDevice.Format
    ) -> AVCaptureDevice.Format? {
        switch self {
        case .inputPriority: formats.contains { $0 === active } ? active : nil
        case .photo: formats.last
        case .high: AVCaptureDevice.Format.best(of: formats)
        case .medium: AVCaptureDevice.Format.nearest(of: formats, width: 640, height: 480)
        case .low: AVCaptureDevice.Format.nearest(of: formats, width: 320, height: 240)
        default: nil
        }
    }
}

extension CaptureMode {
    fileprivate func offers(_ size: (width: Int, height: Int)) -> Bool {
        width.contains(size.width) && height.contains(size.height)
    }
}

extension AVCaptureDevice {
    /// Whether a session with this preset can use the device.
    ///
    /// Presets with a size need a camera that offers exactly that; a microphone goes with every preset.
    public func supportsSessionPreset(_ preset: AVCaptureSession.Preset) -> Bool {
        kind == .microphone || preset.wish(for: self) != nil
    }
}

extension AVCaptureDevice.Format {
    private var isSmooth: Bool { highestRate >= 24 * 0.99 }

    /// The largest picture up to 1920x1080 that comes at 24 or more a second; without such a rate, or such a size,
    /// the one that comes next to it.
    static func best(of formats: [AVCaptureDevice.Format]) -> AVCaptureDevice.Format? {
        let smooth = formats.filter(\.isSmooth)
        let candidates = smooth.isEmpty ? formats : smooth
        let fitting = candidates.filter {
            $0.formatDescription.dimensions.width <= 1920 && $0.formatDescription.dimensions.height <= 1080
        }
        return fitting.isEmpty ? candidates.min { $0.area < $1.area } : fitting.max { $0.area < $1.area }
    }

    /// The picture whose sides are next to a size, among those that come at 24 or more a second where there are any.
    static func nearest(
        of formats: [AVCaptureDevice.Format],
        width: Int32,
        height: Int32
    ) -> AVCaptureDevice.Format? {
        let smooth = formats.filter(\.isSmooth)
        func distance(_ format: AVCaptureDevice.Format) -> Int {
            let size = format.formatDescription.dimensions
            return abs(Int(size.width) - Int(width)) + abs(Int(size.height) - Int(height))
        }
        return (smooth.isEmpty ? formats : smooth).min { distance($0) < distance($1) }
    }
}
