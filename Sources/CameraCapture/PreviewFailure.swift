internal import GStreamer

/// What ends a preview, in words for people.
enum PreviewFailure {
    /// GstResourceError's number for what sinks report when their window was closed.
    private static let notFound = 3

    static let windowClosed = CaptureError(.windowClosed, "the window of the preview was closed")

    static let connectionLost = CaptureError(
        .noDisplay,
        "the display that showed the preview was lost",
        advice: "Open the preview again when the display is back"
    )

    static func error(_ report: BusMessage.ElementReport) -> CaptureError {
        let detail = "\(report.element): \(report.message) (\(report.debug))"
        guard report.domain == .resource else {
            return CaptureError(
                .badTemplate,
                "the preview failed in \(report.element): \(report.message)",
                advice: "Check the [preview] of the template",
                detail: detail
            )
        }
        guard report.code != notFound else { return windowClosed }
        return noDisplay(for: report.factory, report.message, detail: detail)
    }

    /// A sink could not connect to its display.
    static func noDisplay(for sink: String, _ message: String, detail: String) -> CaptureError {
        let (wayland, x11) = (
            Environment.value("WAYLAND_DISPLAY"), Environment.value("DISPLAY")
        )
        guard let display = sink == "waylandsink" ? wayland : x11 ?? wayland else {
            return CaptureError(
                .noDisplay,
                "there is no display for the preview: neither WAYLAND_DISPLAY nor DISPLAY is set",
                advice: "Start it on a desktop, or set DISPLAY to an X server",
                detail: detail
            )
        }
        return CaptureError(
            .noDisplay,
            "the preview cannot use the display \(display): \(message)",
            advice: "Check that the display is there and that you may use it",
            detail: detail
        )
    }
}
