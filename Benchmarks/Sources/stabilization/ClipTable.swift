import Foundation
import Stabilization

/// Clips of which nobody knows the truth: how much each method leaves of the shake, by one and the same instrument.
struct ClipTable {
    /// What is compared unless told otherwise.
    static let methods = ["element-standard", "element-cinematic", "vidstab-2pass-30"]

    let methods: [any Method]

    /// Runs every clip, prints a row for each method, and the means over all clips.
    func run(_ clips: [URL], in work: URL) throws {
        print("clip                  method             shake3   outside%  worst%  ms/frame")
        var all: [String: [Row]] = [:]
        func show(_ row: Row, _ clip: String) {
            print(row.line(clip))
            fflush(nil)
            all[row.method, default: []].append(row)
        }
        for clip in clips {
            let film: Film
            do { film = try Film(clip: clip, in: work) } catch {
                print("\(clip.lastPathComponent) is left out: \(error)")
                continue
            }
            defer { try? FileManager.default.removeItem(at: film.file) }
            show(Row(method: "input", shake: try Shakiness(film).measure(film.file)), film.name)
            for method in methods {
                let output = work.appendingPathComponent("output.i420")
                let report = try method.run(film, into: output)
                let outside = try Registration(film).windows(output).map {
                    Metrics.outsideShare($0, width: film.width, height: film.height)
                }
                let row = Row(
                    method: method.name,
                    shake: try Shakiness(film).measure(output),
                    outside: outside.reduce(0, +) / Double(max(1, outside.count)),
                    worst: outside.max() ?? 0,
                    seconds: report.seconds
                )
                show(row, film.name)
            }
        }
        for name in ["input"] + methods.map(\.name) {
            guard let rows = all[name], !rows.isEmpty else { continue }
            print(Row(meanOf: rows).line("mean"))
        }
    }

    fileprivate struct Row {
        let method: String
        /// What shakes faster than 3 Hz: root mean square in pixels.
        let shake: Double
        /// The share of pixels from outside the input, in the mean and in the worst picture.
        var outside = 0.0
        var worst = 0.0
        var seconds = 0.0

        func line(_ clip: String) -> String {
            clip.padding(toLength: 22, withPad: " ", startingAt: 0)
                + method.padding(toLength: 18, withPad: " ", startingAt: 0)
                + String(
                    format: "%7.3f %10.2f %7.2f %9.1f",
                    shake,
                    outside * 100,
                    worst * 100,
                    seconds * 1000
                )
        }
    }
}

extension ClipTable.Row {
    fileprivate init(meanOf rows: [ClipTable.Row]) {
        let count = Double(rows.count)
        method = rows[0].method
        shake = rows.reduce(0) { $0 + $1.shake } / count
        outside = rows.reduce(0) { $0 + $1.outside } / count
        worst = rows.map(\.worst).max() ?? 0
        seconds = rows.reduce(0) { $0 + $1.seconds } / count
    }
}

/// Measures how much a film shakes, from its own pictures.
///
/// The motion from picture to picture is added up to a path; what is faster than 3 Hz in it is shake.
struct Shakiness {
    private let film: Film

    init(_ film: Film) { self.film = film }

    /// The root mean square over five points of the picture, in pixels.
    func measure(_ file: URL) throws -> Double {
        let points = Metrics.points(width: film.width, height: film.height)
        let filter = HighPass(cutoff: 3, rate: film.rate)
        var (power, count) = (0.0, 0)
        // A path ends with its scene, and filters are not settled at the ends.
        for path in try paths(file) where path.count > 40 {
            for point in points {
                for axis in 0..<2 {
                    let fast = filter(path.map { $0(point)[axis] })[10..<path.count - 10]
                    power += fast.reduce(0) { $0 + $1 * $1 }
                    count += fast.count
                }
            }
        }
        return (2 * power / Double(max(1, count))).squareRoot()
    }

    /// Where the camera looks, picture by picture; a new path after each cut.
    private func paths(_ file: URL) throws -> [[Pose]] {
        let stabilizer = Stabilizer(
            .init(format: .i420, width: film.width, height: film.height, mode: .lowlatency, crop: 0)
        )
        let reader = try film.reader(of: file)
        var output = Data(count: film.frameBytes)
        var paths: [[Pose]] = []
        var index = 0
        while var picture = try reader.next() {
            picture.withPlanes(of: film.layout) { planes in
                stabilizer.push(planes, time: UInt64(Double(index) / film.rate * 1e9))
            }
            let statistics = output.withPlanes(of: film.layout) { stabilizer.pop(into: $0) }
            if let last = paths.last?.last, !statistics.isCut {
                paths[paths.count - 1].append(last * Pose(statistics.motion).inverse)
            } else {
                paths.append([Pose()])
            }
            index += 1
        }
        return paths
    }
}
