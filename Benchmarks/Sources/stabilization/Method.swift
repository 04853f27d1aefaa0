import Foundation

/// Something that makes a film steady.
protocol Method: Sendable {
    /// Its name in the table.
    var name: String { get }

    /// Whether it can run here; otherwise why not.
    func obstacle() -> String?

    /// Makes a film steady.
    ///
    /// - Parameters:
    ///   - film: What is made steady.
    ///   - output: A file to write raw I420 frames of the same size to, as many as came in.
    /// - Throws: When a program fails or a file cannot be written.
    /// - Returns: What the method knows of itself; what is missing is measured from the pictures.
    func run(_ film: Film, into output: URL) throws -> MethodReport
}

/// What a method knows of a run.
struct MethodReport {
    /// For each frame, from a point of the output to the point of the input it shows, both from the middle.
    var windows: [Pose]?
    /// For each frame but the first, how the camera moved as measured: from the frame before to this one.
    var motions: [Pose]?
    /// For each frame, whether the correction had to be cut.
    var clamped: [Bool]?
    /// Processor seconds per frame.
    var seconds: Double
}

/// A failure of the benchmark itself.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
