import Foundation
import Stabilization

/// Processor time per picture, for every format and common sizes.
enum PictureCost {
    static func print() {
        let texture = Texture(seed: 1)
        Swift.print("size       format  push ms  pop ms  together")
        for (width, height) in [(1280, 720), (1920, 1080), (3840, 2160)] {
            for format in PixelFormat.allCases {
                let (push, pop) = measure(
                    PictureLayout(format: format, width: width, height: height),
                    texture
                )
                let name = "\(width)x\(height)".padding(toLength: 10, withPad: " ", startingAt: 0)
                let layout = "\(format)".padding(toLength: 6, withPad: " ", startingAt: 0)
                Swift.print(name, layout, String(format: "%8.2f %7.2f %9.2f", push, pop, push + pop))
            }
        }
    }

    /// The least milliseconds to put a picture in and to take one out, while the camera shakes and turns.
    private static func measure(_ layout: PictureLayout, _ texture: Texture) -> (push: Double, pop: Double) {
        let stabilizer = Stabilizer(
            .init(format: layout.format, width: layout.width, height: layout.height, mode: .standard)
        )
        let shake = Shake(seed: 5)
        var output = Data(count: layout.planes.map { $0.rowBytes * $0.height }.reduce(0, +))
        let scenes = (0..<8).map { picture(layout, texture, shake.pose(at: Double($0) / 30)) }
        var (pushes, pops): ([Double], [Double]) = ([], [])
        for index in 0..<48 {
            // There and back again, so that the path goes on.
            var input = scenes[index % 14 < 8 ? index % 14 : 14 - index % 14]
            var start = 0.0
            input.withPlanes(of: layout) { planes in
                start = processorTime()
                stabilizer.push(planes, time: UInt64(index) * 33_333_333)
            }
            pushes.append(processorTime() - start)
            guard stabilizer.isReady else { continue }
            output.withPlanes(of: layout) { planes in
                start = processorTime()
                _ = stabilizer.pop(into: planes)
            }
            pops.append(processorTime() - start)
        }
        // The least is what the work costs; all above it is what else the machine does.
        return ((pushes.min() ?? 0) * 1000, (pops.min() ?? 0) * 1000)
    }

    /// A view of the texture; the same bytes stand for luma and chroma, which does not change the cost.
    private static func picture(_ layout: PictureLayout, _ texture: Texture, _ pose: Pose) -> Data {
        var result = Data()
        let mask = Texture.size - 1
        for plane in layout.planes {
            for row in 0..<plane.height {
                let first = pose(SIMD2(0, Double(row)))
                let step = pose(SIMD2(1, Double(row))) - first
                result.append(
                    contentsOf: (0..<plane.rowBytes).map { column in
                        let at = first + step * Double(column / plane.bytesPerSample)
                        return texture.samples[(Int(at.y) & mask) * Texture.size + Int(at.x) & mask]
                    }
                )
            }
        }
        return result
    }
}

extension Data {
    /// The planes of a picture without padding.
    mutating func withPlanes(of layout: PictureLayout, _ body: (PicturePlanes) -> Void) {
        withUnsafeMutableBytes { memory in
            guard var at = memory.baseAddress else { return }
            body(
                PicturePlanes(
                    layout.planes.map { plane in
                        defer { at += plane.rowBytes * plane.height }
                        return .init(base: at, stride: plane.rowBytes)
                    }
                )
            )
        }
    }
}
