import Foundation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    let benchmark = Benchmark(options: options)
    if let clips = options.clips {
        try benchmark.runClips(in: clips)
        exit(0)
    }
    var missed: [String] = []
    if !options.measuresCost { missed += Bar.missed(try benchmark.run()) }
    if options.measuresCost || options.checks { missed += PictureCost.check() + WarpCost.check() }
    print(missed.isEmpty ? "Every bar is reached." : "Bars that are missed:")
    for line in missed { print("  " + line) }
    if options.checks, !missed.isEmpty { exit(1) }
} catch {
    FileHandle.standardError.write(Data("stabilization: \(error)\n".utf8))
    exit(70)
}
