import Glibc
import Testing

@testable import Stabilization

/// The warp against one in double precision, written without regard to speed.
@Suite struct WarpTests {
    private static let windows = [
        Similarity(x: 3.3, y: -2.7, angle: 0.01, logScale: -0.105),
        Similarity(x: -4, y: 1.5, angle: -0.03, logScale: -0.12),
        Similarity(x: 0.25, y: 0.75, angle: 0, logScale: -0.105),
        Similarity(x: 1, y: 1, angle: 0.15, logScale: -0.3),
    ]

    @Test(.timeLimit(.minutes(15)), arguments: PixelFormat.allCases, windows.indices)
    func samplesAreThoseBetweenTheirNeighbours(_ format: PixelFormat, _ index: Int) {
        let picture = textured(format, 202, 120)
        let window = WarpTests.windows[index]
        let output = warp(picture, window)
        #expect(output.isIntact)
        for plane in picture.channels.indices {
            let quality = ratio(
                output.channels[plane],
                reference(picture.channels[plane], picture.layout, window)
            )
            #expect(quality > 48, "channel \(plane): \(quality) dB")
        }
    }

    @Test(
        .timeLimit(.minutes(15)),
        arguments: [(160, 90), (161, 91), (37, 23), (640, 361), (1919, 31), (3840, 18), (33, 2160)]
    )
    func sizesOfEveryKindAreRight(_ width: Int, _ height: Int) {
        for format in PixelFormat.allCases {
            let picture = textured(format, width, height)
            let limit = CropLimit(width: width, height: height, crop: 0.1)
            let correction = limit.clamp(Similarity(x: 2, y: 1, angle: 0.005, logScale: 0.001)).correction
            let window = correction.zoomed(limit.zoom)
            let output = warp(picture, window)
            #expect(output.isIntact)
            for plane in picture.channels.indices {
                let expected = reference(picture.channels[plane], picture.layout, window)
                let quality = ratio(output.channels[plane], expected)
                #expect(quality > 45, "\(format) \(width)x\(height) channel \(plane): \(quality) dB")
            }
        }
    }

    /// Lines that skip samples and take them twice, that stay between two rows and cross them, in noise.
    @Test(arguments: [0.7, 0.858, 0.9, 0.999, 1, 1.001, 1.1, 1.142, 1.3], [-0.02, -0.001, 0, 0.0001, 0.05])
    func linesOfEveryStepAreExact(_ across: Double, _ down: Double) {
        let plane = PlaneMemory<UInt8>(width: 800, height: 64)
        var random = Xorshift(seed: 7)
        for row in 0..<64 {
            for column in 0..<800 { plane.row(row)[column] = UInt8(truncatingIfNeeded: random.next()) }
        }
        func fixed(_ value: Double) -> Int { Int((value * 4_294_967_296).rounded()) }
        let output = PlaneMemory<UInt8>(width: 600, height: 1)
        for (x, y) in [(0, 32), (0.37, 31.99), (12.5, 16.25)] {
            RowWarp(step: (fixed(across), fixed(down))).run(
                plane: plane.base,
                stride: plane.stride,
                start: (fixed(x), fixed(y)),
                count: 600,
                into: output.base
            )
            let worst = (0..<600).map { lane -> Double in
                let (atX, atY) = (x + across * Double(lane), y + down * Double(lane))
                let (column, row) = (Int(floor(atX)), Int(floor(atY)))
                let (fx, fy) = (atX - floor(atX), atY - floor(atY))
                func between(_ row: Int) -> Double {
                    let line = plane.row(row)
                    return Double(line[column]) * (1 - fx) + Double(line[column + 1]) * fx
                }
                return abs(between(row) * (1 - fy) + between(row + 1) * fy - Double(output.base[lane]))
            }.max()
            // A weight has 8 bits, so each direction may be off by one in 255, and by the rounding.
            #expect(worst ?? .infinity < 3, "from \(x), \(y)")
        }
    }

    private func textured(_ format: PixelFormat, _ width: Int, _ height: Int) -> TestPicture {
        let picture = TestPicture(format, width, height)
        for index in picture.planes.planes.indices {
            let samples = picture.layout.planes[index].bytesPerSample
            picture.fill(index) { column, row in
                let (x, y) = (Double(column / samples), Double(row))
                let phase = Double(column % samples) + Double(index)
                return UInt8(128 + 60 * sin(x / 3 + phase) * cos(y / 5) + 50 * sin((x + y) / 11))
            }
        }
        return picture
    }

    private func warp(_ picture: TestPicture, _ window: Similarity) -> TestPicture {
        let stored = StoredPicture(picture.layout)
        stored.load(picture.planes)
        let output = TestPicture(picture.layout)
        PictureWarp(picture.layout).draw(stored, through: window, into: output.planes)
        return output
    }

    private func reference(_ channel: Channel, _ layout: PictureLayout, _ window: Similarity) -> [Double] {
        let (middleX, middleY) = (Double(layout.width - 1) / 2, Double(layout.height - 1) / 2)
        let (across, down) = (Double(channel.across), Double(channel.down))
        return (0..<channel.height).flatMap { row in
            (0..<channel.width).map { column in
                let x = across * Double(column) + (across - 1) / 2 - middleX
                let y = down * Double(row) + (down - 1) / 2 - middleY
                let at = window(x, y)
                return channel.value(
                    (at.x + middleX - (across - 1) / 2) / across,
                    (at.y + middleY - (down - 1) / 2) / down
                )
            }
        }
    }

    /// Signal to noise in dB.
    private func ratio(_ channel: Channel, _ expected: [Double]) -> Double {
        let sum = zip(channel.samples, expected).reduce(0) {
            $0 + ($1.1 - Double($1.0)) * ($1.1 - Double($1.0))
        }
        return 10 * log10(255 * 255 * Double(expected.count) / max(sum, 1e-9))
    }
}

/// The samples of one colour of a picture.
struct Channel {
    var width: Int
    var height: Int
    /// Pixels per sample.
    var across: Int
    var down: Int
    var samples: [UInt8]

    /// The value at a place between samples.
    func value(_ x: Double, _ y: Double) -> Double {
        func sample(_ column: Int, _ row: Int) -> Double {
            Double(samples[min(max(row, 0), height - 1) * width + min(max(column, 0), width - 1)])
        }
        let (column, row) = (Int(floor(x)), Int(floor(y)))
        let (fx, fy) = (x - floor(x), y - floor(y))
        return (sample(column, row) * (1 - fx) + sample(column + 1, row) * fx) * (1 - fy)
            + (sample(column, row + 1) * (1 - fx) + sample(column + 1, row + 1) * fx) * fy
    }
}

extension TestPicture {
    /// Its colours, taken apart.
    var channels: [Channel] {
        let chroma = ((layout.width + 1) / 2, (layout.height + 1) / 2)
        func every(_ step: Int, from start: Int, of bytes: [UInt8]) -> [UInt8] {
            stride(from: start, to: bytes.count, by: step).map { bytes[$0] }
        }
        func plane(_ size: (Int, Int), _ down: Int, _ samples: [UInt8]) -> Channel {
            Channel(width: size.0, height: size.1, across: 2, down: down, samples: samples)
        }
        let bytes = self.bytes
        let luma = Channel(width: layout.width, height: layout.height, across: 1, down: 1, samples: bytes[0])
        switch layout.format {
        case .gray8: return [luma]
        case .i420: return [luma, plane(chroma, 2, bytes[1]), plane(chroma, 2, bytes[2])]
        case .nv12:
            return [
                luma, plane(chroma, 2, every(2, from: 0, of: bytes[1])),
                plane(chroma, 2, every(2, from: 1, of: bytes[1])),
            ]
        case .yuy2:
            let size = (chroma.0, layout.height)
            var wide = Channel(width: 2 * chroma.0, height: layout.height, across: 1, down: 1, samples: [])
            wide.samples = every(2, from: 0, of: bytes[0])
            // Of an odd width the last group has one sample more than the picture.
            let samples = (0..<layout.height).flatMap { row in
                wide.samples[row * wide.width..<row * wide.width + layout.width]
            }
            return [
                Channel(width: layout.width, height: layout.height, across: 1, down: 1, samples: samples),
                plane(size, 1, every(4, from: 1, of: bytes[0])),
                plane(size, 1, every(4, from: 3, of: bytes[0])),
            ]
        }
    }
}

extension Similarity {
    /// The same with a crop.
    func zoomed(_ zoom: Double) -> Similarity {
        Similarity(a: a * zoom, b: b * zoom, x: x, y: y)
    }
}
