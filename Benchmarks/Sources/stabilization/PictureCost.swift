import Foundation
import Stabilization

/// Processor time per picture, for every format and common sizes.
struct PictureCost {
    let layout: PictureLayout
    /// Milliseconds to put a picture in, and to take one out.
    let push: Double
    let pop: Double

    /// Sizes, and how many milliseconds a picture may take.
    private static let sizes: [(width: Int, height: Int, most: Double)] = [
        (1280, 720, 5), (1920, 1080, 10), (3840, 2160, .infinity),
    ]

    private static let rounds = 4

    /// Measures all, prints a table, and returns what takes longer than it may, as lines of text.
    static func check() -> [String] {
        let texture = Texture(seed: 1)
        // Several times over all, since what else a machine does comes and goes.
        let rounds = (0..<rounds).map { _ in
            sizes.flatMap { size in
                PixelFormat.allCases.map { format in
                    PictureCost(
                        PictureLayout(format: format, width: size.width, height: size.height),
                        texture
                    )
                }
            }
        }
        print("size       format  push ms  pop ms  together")
        return rounds[0].indices.compactMap { index in
            let cost = PictureCost(leastOf: rounds.map { $0[index] })
            print(cost.line)
            let most = sizes[index / PixelFormat.allCases.count].most
            guard cost.push + cost.pop > most else { return nil }
            return String(
                format: "%dx%d: a picture takes %.2f ms, more than %.0f",
                cost.layout.width,
                cost.layout.height,
                cost.push + cost.pop,
                most
            )
        }
    }

    private init(leastOf costs: [PictureCost]) {
        layout = costs[0].layout
        push = costs.map(\.push).min() ?? 0
        pop = costs.map(\.pop).min() ?? 0
    }

    private var line: String {
        let name = "\(layout.width)x\(layout.height)".padding(toLength: 10, withPad: " ", startingAt: 0)
        let format = "\(layout.format)".padding(toLength: 6, withPad: " ", startingAt: 0)
        return "\(name) \(format)" + String(format: "%9.2f %7.2f %9.2f", push, pop, push + pop)
    }

    /// Measures while the camera shakes and turns.
    private init(_ layout: PictureLayout, _ texture: Texture) {
        let stabilizer = Stabilizer(
            .init(format: layout.format, width: layout.width, height: layout.height, mode: .standard)
        )
        let shake = Shake(seed: 5)
        var output = Data(count: layout.planes.map { $0.rowBytes * $0.height }.reduce(0, +))
        let scenes = (0..<8).map { PictureCost.picture(layout, texture, shake.pose(at: Double($0) / 30)) }
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
        self.layout = layout
        push = (pushes.min() ?? 0) * 1000
        pop = (pops.min() ?? 0) * 1000
    }

    /// A view of the texture; the same bytes stand for luma and chroma, which does not change the cost.
    static func picture(_ layout: PictureLayout, _ texture: Texture, _ pose: Pose) -> Data {
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
