import CameraCapture

/// The window that shows what a camera sees; made here for every command that opens one.
enum PreviewWindow {
    /// Windows open no larger than this, so that they fit most screens.
    private static let largest = (width: 1280, height: 720)

    /// - Parameters:
    ///   - selection: The camera.
    ///   - gravity: How the picture is fitted in.
    ///   - isMirrored: Whether left and right are exchanged.
    ///   - stabilization: How the shake is taken out of what is shown.
    ///   - crop: The share of the picture that is not shown.
    ///   - handler: Called with each event.
    /// - Returns: The preview, not attached yet.
    /// - Throws: `CaptureError` when the template's preview cannot be read.
    static func make(
        for selection: CaptureSelection,
        gravity: Preview.Gravity = .fit,
        isMirrored: Bool = false,
        stabilization: VideoStabilization = .off,
        crop: Double = 0,
        handler: @escaping @Sendable (Preview.Event) -> Void
    ) throws(CaptureError) -> Preview {
        let (width, height) = size(for: (selection.mode.width, selection.mode.height))
        let surface = Preview.Surface.window(title: selection.camera.name, width: width, height: height)
        return Preview(
            surface: surface,
            gravity: gravity,
            isMirrored: isMirrored,
            crop: crop,
            stage: try selection.previewStage(for: surface, stabilization: stabilization),
            handler: handler
        )
    }

    /// The picture's size, divided by the smallest whole number that makes it fit.
    static func size(for picture: (width: Int, height: Int)) -> (width: Int, height: Int) {
        var divisor = 1
        while picture.width / divisor > largest.width || picture.height / divisor > largest.height {
            divisor += 1
        }
        return (picture.width / divisor, picture.height / divisor)
    }
}
