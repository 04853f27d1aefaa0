import Foundation
import Stabilization
import WarpReference

/// The warp beside the same work in C, for the same processor.
enum WarpCost {
    private static let layout = PictureLayout(format: .i420, width: 1920, height: 1080)
    /// How much longer than C it may take.
    private static let most = 1.2
    private static let rounds = 60

    /// Measures both, prints a table, and returns what is not as it should be, as lines of text.
    static func check() -> [String] {
        let texture = Texture(seed: 1)
        let shake = Shake(seed: 5)
        let stabilizer = Stabilizer(
            .init(format: .i420, width: layout.width, height: layout.height, mode: .lowlatency)
        )
        var output = Data(count: layout.planes.map { $0.rowBytes * $0.height }.reduce(0, +))
        var (own, scalar, vectors) = ([Double](), [Double](), [Double]())
        var differing = 0
        let scenes = (0..<6).map { PictureCost.picture(layout, texture, shake.pose(at: Double($0) / 30)) }
        for round in 0..<rounds {
            // There and back again, so that the path goes on.
            let input = scenes[round % 10 < 6 ? round % 10 : 10 - round % 10]
            var copy = input
            copy.withPlanes(of: layout) { stabilizer.push($0, time: UInt64(round) * 33_333_333) }
            let statistics = output.withPlanes(of: layout) { planes in
                let start = processorTime()
                defer { own.append(processorTime() - start) }
                return stabilizer.pop(into: planes)
            }
            var window = Pose(statistics.correction)
            window.logScale += log(0.9)
            scalar.append(draw(input, window, warp_scalar).seconds)
            let drawn = draw(input, window, warp_vectors)
            vectors.append(drawn.seconds)
            differing = max(differing, zip(output, drawn.picture).count { abs(Int($0) - Int($1)) > 1 })
        }
        let (swift, plain, wide) = (own.min() ?? 0, scalar.min() ?? 0, vectors.min() ?? 0)
        let ratio = swift / min(plain, wide)
        print(
            String(
                format:
                    "warp of 1920x1080 i420: Swift %.2f ms, C %.2f ms, C with vectors %.2f ms: ratio %.2f",
                swift * 1000,
                plain * 1000,
                wide * 1000,
                ratio
            )
        )
        var missed: [String] = []
        if ratio > most {
            missed.append(
                String(format: "the warp takes %.2f times as long as C, more than %.2f", ratio, most)
            )
        }
        if differing > 0 { missed.append("the warp and its reference in C differ in \(differing) samples") }
        return missed
    }

    private typealias Kernel = (
        UnsafePointer<UInt8>?, Int, warp_lines, Int32, Int32, UnsafeMutablePointer<UInt8>?, Int
    ) -> Void

    /// Draws a picture in C.
    private static func draw(_ picture: Data, _ window: Pose, _ kernel: Kernel) -> (
        seconds: Double, picture: Data
    ) {
        var (input, output) = (picture, Data(count: picture.count))
        // The row below the last one is read, with weight zero.
        input.append(Data(count: layout.width + 16))
        var seconds = 0.0
        input.withPlanes(of: layout) { input in
            output.withPlanes(of: layout) { output in
                let start = processorTime()
                for index in layout.planes.indices {
                    let (from, to) = (input.planes[index], output.planes[index])
                    kernel(
                        UnsafePointer(from.base.assumingMemoryBound(to: UInt8.self)),
                        from.stride,
                        lines(window, isChroma: index > 0),
                        Int32(layout.planes[index].width),
                        Int32(layout.planes[index].height),
                        to.base.assumingMemoryBound(to: UInt8.self),
                        to.stride
                    )
                }
                seconds = processorTime() - start
            }
        }
        return (seconds, output)
    }

    private static func lines(_ window: Pose, isChroma: Bool) -> warp_lines {
        let (ratio, offset) = isChroma ? (2.0, 0.5) : (1, 0)
        let middle = SIMD2(Double(layout.width - 1) / 2, Double(layout.height - 1) / 2)
        let first = (window(SIMD2(offset, offset) - middle) + middle - offset) / ratio
        let origin = window(SIMD2(0, 0))
        let (right, down) = (window(SIMD2(1, 0)) - origin, window(SIMD2(0, 1)) - origin)
        func fixed(_ value: Double) -> Int64 { Int64((value * 4_294_967_296).rounded()) }
        return warp_lines(
            x: fixed(first.x),
            y: fixed(first.y),
            right_x: fixed(right.x),
            right_y: fixed(right.y),
            down_x: fixed(down.x),
            down_y: fixed(down.y)
        )
    }
}
