import Foundation

/// What was asked for on the command line.
struct Options {
    var scenes = Scene.all.map(\.name)
    var methods: [String]?
    var isFast = false
    /// Methods whose output is shown beside the input.
    var filmed: [String] = []
    var checks = false
    var measuresCost = false
    /// Where plots and films to look at are left.
    var output = FileManager.default.temporaryDirectory.appendingPathComponent("stabilization")
    /// A directory with clips of the user's own.
    var clips: URL?
    /// Where drawn films are kept; nil to delete each after use.
    var films: URL?

    static let usage = """
        usage: stabilization [--scenes A,B] [--methods A,B] [--fast] [--check] [--cost] [--video A,B]
                             [--clips DIRECTORY] [--output DIRECTORY] [--films DIRECTORY]
          --scenes    \(Scene.all.map(\.name).joined(separator: ", "))
          --methods   \(Benchmark.methods.map(\.name).joined(separator: ", "))
          --fast      only this package, no peers
          --check     exit with 1 when a bar is missed
          --cost      processor time per picture for every format, and the warp beside C, nothing else
          --video     write the input beside the output of these methods, to look at
          --clips     the shake and the pixels from outside on your own clips, beside libvidstab's, nothing else
          --output    where plots and videos go
          --films     keep the generated films here for the next run
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            func value() throws -> String {
                guard let value = rest.popFirst() else {
                    throw BenchmarkError(description: "\(option) needs a value\n\(Options.usage)")
                }
                return value
            }
            func list(of known: [String]) throws -> [String] {
                let names = try value().split(separator: ",").map(String.init)
                if let wrong = names.first(where: { !known.contains($0) }) {
                    throw BenchmarkError(description: "there is no \(wrong)\n\(Options.usage)")
                }
                return names
            }
            switch option {
            case "--scenes": scenes = try list(of: Scene.all.map(\.name))
            case "--methods": methods = try list(of: Benchmark.methods.map(\.name))
            case "--fast": isFast = true
            case "--check": checks = true
            case "--cost": measuresCost = true
            case "--video": filmed = try list(of: Benchmark.methods.map(\.name))
            case "--clips": clips = URL(fileURLWithPath: try value())
            case "--output": output = URL(fileURLWithPath: try value())
            case "--films": films = URL(fileURLWithPath: try value())
            default: throw BenchmarkError(description: "unknown option \(option)\n\(Options.usage)")
            }
        }
    }
}
