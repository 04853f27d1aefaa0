import Foundation
import Stabilization

/// Finds out from the pictures alone what a method did to each frame.
///
/// The motion estimator is the instrument: it is shown an input frame, drawn as the method is thought to have drawn
/// it, and the method's frame, and tells by how much they differ. A second round starts from the first one's answer.
struct Registration {
    private let film: Film
    private let instrument: Stabilizer

    init(_ film: Film) {
        self.film = film
        instrument = Stabilizer(
            .init(format: .gray8, width: film.width, height: film.height, mode: .lowlatency, crop: 0)
        )
    }

    private var luma: Int { film.width * film.height }

    /// From points of each output frame to points of its input frame; one for each frame of the film.
    func windows(_ output: URL) throws -> [Pose] {
        let (inputs, outputs) = (try film.reader(of: film.file), try film.reader(of: output))
        var windows: [Pose] = []
        var guess = Pose()
        while let before = try inputs.next() {
            guard let after = try outputs.next() else {
                throw BenchmarkError(
                    description: "\(output.lastPathComponent) ends after \(windows.count) frames"
                )
            }
            // What was found for the frame before is the first guess; else some crop that a method may have made.
            let zooms = [0, 0.03, 0.06, 0.09, 0.12, 0.15].map { Pose(logScale: log(1 - $0)) }
            // One by one, and each once: the instrument remembers what it has seen.
            for start in [guess] + zooms {
                guard let better = refine(start, before, after) else { continue }
                guess = better
                break
            }
            windows.append(guess)
        }
        return windows
    }

    /// A better guess of a frame's window; nil when the frame does not look as guessed at all.
    private func refine(_ start: Pose, _ before: Data, _ after: Data) -> Pose? {
        var guess = start
        for _ in 0..<4 {
            guard let motion = measure(draw(before, through: guess), after) else { return nil }
            guess = guess * motion.inverse
            if hypot(motion.x, motion.y) < 1, abs(motion.angle) < 0.001, abs(motion.logScale) < 0.001 {
                break
            }
        }
        // A window that is mostly outside the frame shows nothing to measure by.
        let isInside = abs(guess.x) < Double(film.width) / 2 && abs(guess.y) < Double(film.height) / 2
        return isInside && abs(guess.logScale) < 0.5 ? guess : nil
    }

    /// How points of one frame lie in another; nil when they have too little in common.
    private func measure(_ first: Data, _ second: Data) -> Pose? {
        var scratch = Data(count: luma)
        func show(_ frame: Data, isFirst: Bool) -> FrameStatistics {
            var frame = frame
            frame.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return }
                instrument.push(
                    PicturePlanes([.init(base: base, stride: film.width)]),
                    time: isFirst ? 0 : 1,
                    isDiscontinuity: isFirst
                )
            }
            return scratch.withUnsafeMutableBytes { memory in
                guard let base = memory.baseAddress else { return FrameStatistics() }
                return instrument.pop(into: PicturePlanes([.init(base: base, stride: film.width)]))
            }
        }
        _ = show(first, isFirst: true)
        let statistics = show(second, isFirst: false)
        let isSure = statistics.inliers * 3 > statistics.tracked
        return isSure && !statistics.isLost && !statistics.isCut ? Pose(statistics.motion) : nil
    }

    /// The luma of a frame, seen through a window; black outside.
    private func draw(_ frame: Data, through window: Pose) -> Data {
        let (width, height) = (film.width, film.height)
        var result = Data(count: luma)
        let (middleX, middleY) = (Double(width - 1) / 2, Double(height - 1) / 2)
        let origin = window(SIMD2(-middleX, -middleY))
        let across = window(SIMD2(1 - middleX, -middleY)) - origin
        let down = window(SIMD2(-middleX, 1 - middleY)) - origin
        result.withUnsafeMutableBytes { (output: UnsafeMutableRawBufferPointer) in
            frame.withUnsafeBytes { (input: UnsafeRawBufferPointer) in
                for row in 0..<height {
                    var at = origin + down * Double(row) + SIMD2(middleX, middleY)
                    for column in 0..<width {
                        // Before it becomes a whole number: a wild guess may lie anywhere.
                        if at.x >= 0, at.y >= 0, at.x < Double(width - 1), at.y < Double(height - 1) {
                            let (x, y) = (Int(at.x), Int(at.y))
                            let (fx, fy) = (Float(at.x) - Float(x), Float(at.y) - Float(y))
                            let index = y * width + x
                            let upper = Float(input[index]) * (1 - fx) + Float(input[index + 1]) * fx
                            let lower =
                                Float(input[index + width]) * (1 - fx) + Float(input[index + width + 1]) * fx
                            output[row * width + column] = UInt8(upper * (1 - fy) + lower * fy + 0.5)
                        }
                        at += across
                    }
                }
            }
        }
        return result
    }
}
