import AVFoundation

/// A picture that a data output delivered, read with Apple's functions.
struct DeliveredPicture: Sendable {
    let format: OSType
    let width: Int
    let height: Int
    private let stride: Int
    /// The first plane, or the only one.
    private let bytes: [UInt8]

    /// Nil for a sample that has no picture.
    init?(_ sample: CMSampleBuffer) {
        guard let buffer = CMSampleBufferGetImageBuffer(sample) else { return nil }
        CVPixelBufferLockBaseAddress(buffer, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
        format = CVPixelBufferGetPixelFormatType(buffer)
        width = CVPixelBufferGetWidth(buffer)
        height = CVPixelBufferGetHeight(buffer)
        stride = CVPixelBufferGetBytesPerRow(buffer)
        guard let address = CVPixelBufferGetBaseAddress(buffer) else { return nil }
        // The last row may end with its last pixel.
        let last = CVPixelBufferIsPlanar(buffer) ? width : stride
        bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: stride * (height - 1) + last))
    }

    /// Bytes of one pixel, and which of them tells its brightness well enough: green, or brightness itself.
    private var layout: (pixel: Int, brightness: Int) {
        switch format {
        case kCVPixelFormatType_32BGRA, kCVPixelFormatType_32RGBA: (4, 1)
        case kCVPixelFormatType_24RGB: (3, 1)
        case kCVPixelFormatType_422YpCbCr8_yuvs: (2, 0)
        case kCVPixelFormatType_422YpCbCr8: (2, 1)
        default: (1, 0)
        }
    }

    func brightness(x: Int, y: Int) -> UInt8 { bytes[y * stride + x * layout.pixel + layout.brightness] }

    /// The brightness of each square of the test camera's number, the highest bit first.
    private var squares: [UInt8] {
        (0..<32).map { bit in
            let y = height - height / 8 + height / 8 * (2 * (bit / 16) + 1) / 4
            return brightness(x: width * (2 * (bit % 16) + 1) / 32, y: y)
        }
    }

    private static func number(_ squares: some Sequence<UInt8>) -> Int {
        squares.reduce(0) { $0 * 2 + ($1 > 128 ? 1 : 0) }
    }

    /// The test camera's number.
    var number: Int { DeliveredPicture.number(squares) }

    /// The number as it is read in a mirror.
    var mirroredNumber: Int {
        DeliveredPicture.number(squares[..<16].reversed() + squares[16...].reversed())
    }

    /// The darkest and the brightest square of the number: black and white.
    var range: ClosedRange<UInt8> { (squares.min() ?? 0)...(squares.max() ?? 0) }

    /// The colours along a row that does not flash, each once: w, y, c, g, m, r, b; only for BGRA.
    var bars: String {
        let names: [Character] = ["k", "b", "g", "c", "r", "m", "y", "w"]
        var bars = ""
        for x in 0..<width {
            let pixel = (height * 58 / 100) * stride + x * 4
            let levels = [bytes[pixel + 2], bytes[pixel + 1], bytes[pixel]]
            // At the edges of a scaled picture colours mix.
            guard levels.allSatisfy({ $0 < 60 || $0 > 170 }) else { continue }
            let colour = names[levels.reduce(0) { $0 * 2 + ($1 > 170 ? 1 : 0) }]
            if colour != bars.last { bars.append(colour) }
        }
        return bars
    }
}
