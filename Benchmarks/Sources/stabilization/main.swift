import Foundation

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.measuresCost {
        PictureCost.print()
    } else {
        let rows = try Benchmark(options: options).run()
        let missed = Bar.missed(rows)
        print(missed.isEmpty ? "Every bar is reached." : "Bars that are missed:")
        for line in missed { print("  " + line) }
        if options.checks, !missed.isEmpty { exit(1) }
    }
} catch {
    FileHandle.standardError.write(Data("stabilization: \(error)\n".utf8))
    exit(70)
}
