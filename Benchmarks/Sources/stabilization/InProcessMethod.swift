import Foundation
import Stabilization

/// The stabilizer of this package, called directly.
struct InProcessMethod: Method {
    let mode: StabilizationMode
    /// Whether it is judged by its pictures alone, as others are: this tells how exact that is.
    var isMeasured = false

    /// The share of the picture that is cut off.
    private static let crop = 0.1

    var name: String { isMeasured ? "\(mode.rawValue)-measured" : mode.rawValue }

    func obstacle() -> String? { nil }

    func run(_ film: Film, into output: URL) throws -> MethodReport {
        let configuration = Stabilizer.Configuration(
            format: .i420,
            width: film.width,
            height: film.height,
            mode: mode,
            crop: InProcessMethod.crop
        )
        let stabilizer = Stabilizer(configuration)
        let reader = try film.reader(of: film.file)
        try Data().write(to: output)
        let writer = try FileHandle(forWritingTo: output)
        var windows: [Pose] = []
        var motions: [Pose] = []
        var clamped: [Bool] = []
        var seconds = 0.0
        var result = Data(count: film.frameBytes)

        func takeOut() throws {
            let statistics = result.withPlanes(of: film.layout) { planes in
                let start = processorTime()
                defer { seconds += processorTime() - start }
                return stabilizer.pop(into: planes)
            }
            var window = Pose(statistics.correction)
            window.logScale += log(1 - InProcessMethod.crop)
            windows.append(window)
            motions.append(Pose(statistics.motion))
            clamped.append(statistics.wasClamped)
            try writer.write(contentsOf: result)
        }
        var index = 0
        while var frame = try reader.next() {
            let time = UInt64(Double(index) / film.rate * 1e9)
            frame.withPlanes(of: film.layout) { planes in
                let start = processorTime()
                stabilizer.push(planes, time: time)
                seconds += processorTime() - start
            }
            index += 1
            while stabilizer.isReady { try takeOut() }
        }
        stabilizer.drain()
        while stabilizer.isReady { try takeOut() }
        try writer.close()
        return MethodReport(
            windows: isMeasured ? nil : windows,
            motions: isMeasured ? nil : motions,
            clamped: isMeasured ? nil : clamped,
            seconds: seconds / Double(max(1, index))
        )
    }
}

extension Pose {
    init(_ move: FrameStatistics.Move) {
        self.init(x: move.x, y: move.y, angle: move.angle, logScale: log(move.scale))
    }
}

extension Data {
    /// The planes of a picture without padding.
    mutating func withPlanes<Result>(of layout: PictureLayout, _ body: (PicturePlanes) -> Result) -> Result {
        withUnsafeMutableBytes { memory in
            guard var at = memory.baseAddress else { fatalError("a picture is not empty") }
            return body(
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

/// Processor seconds of the calling thread so far.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
}
