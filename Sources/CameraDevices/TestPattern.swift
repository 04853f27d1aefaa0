package import GStreamer
internal import PipelineTemplates

/// What the test camera draws into each picture: its number, readable by a program after coding, and a white flash
/// in the first picture of each full second, when the test microphone ticks.
///
/// The number stands in the lowest eighth of the picture as 32 squares in two rows, the highest bit first, white
/// for one and black for zero.
package enum TestPattern {
    private static let columns = 16
    private static let black: UInt8 = 16
    private static let white: UInt8 = 235

    /// Draws into what the test camera's source gives; other cameras are left alone.
    /// - Parameters:
    ///   - pipeline: The bin that holds the selection's source stages.
    ///   - selection: What was chosen.
    package static func draw(into pipeline: Element, of selection: CaptureSelection) {
        guard selection.camera.api == .test else { return }
        let frameDuration = ClockTime.seconds(1 / max(0.001, selection.mode.framerate.value))
        pipeline.child(named: "camera")?.pad(named: "src")?.addPictureProbe { plane, buffer in
            draw(
                number: buffer.offset ?? 0,
                time: buffer.presentation ?? .zero,
                frameDuration: frameDuration,
                into: &plane
            )
        }
    }

    private static func draw(
        number: Int64,
        time: ClockTime,
        frameDuration: ClockTime,
        into plane: inout PicturePlane
    ) {
        let second: Int64 = 1_000_000_000
        // A picture shows the tick if a full second begins within it, give or take the rounding of its stamp.
        let phase = (time.nanoseconds + 1000) % second
        if phase < frameDuration.nanoseconds - 1000 {
            plane.fill(x: 0..<plane.width, y: 0..<plane.height / 2, with: white)
        }
        let top = plane.height - plane.height / 8
        for bit in 0..<32 {
            let (row, column) = (bit / columns, bit % columns)
            let isSet = number >> Int64(31 - bit) & 1 == 1
            plane.fill(
                x: plane.width * column / columns..<plane.width * (column + 1) / columns,
                y: top + (plane.height - top) * row / 2..<top + (plane.height - top) * (row + 1) / 2,
                with: isSet ? white : black
            )
        }
    }
}
