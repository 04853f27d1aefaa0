import Foundation

/// Every method on every film.
struct Benchmark {
    let options: Options

    /// All methods there are, the product's own first.
    static let methods: [any Method] = [
        InProcessMethod(mode: .lowlatency),
        InProcessMethod(mode: .standard),
        InProcessMethod(mode: .cinematic),
        InProcessMethod(mode: .cinematic, isMeasured: true),
        ElementMethod(mode: "lowlatency"),
        ElementMethod(mode: "standard"),
        ElementMethod(mode: "cinematic"),
        FFmpegMethod.deshake,
        OnePassVidstabMethod(smoothing: 15),
        FFmpegMethod.vidstab(15, zoom: "optzoom=1"),
        FFmpegMethod.vidstab(30, zoom: "optzoom=0:zoom=11"),
    ]

    /// Runs everything, prints the table, and gives back its rows.
    func run() throws -> [ResultRow] {
        let manager = FileManager.default
        let work = manager.temporaryDirectory.appendingPathComponent("stabilization-\(getpid())")
        let films = options.films ?? work
        for directory in [work, films, options.output] {
            try manager.createDirectory(at: directory, withIntermediateDirectories: true)
        }
        defer { try? manager.removeItem(at: work) }
        let methods = chosenMethods()
        print(ResultRow.header)
        var rows: [ResultRow] = []
        for scene in Scene.all where options.scenes.contains(scene.name) {
            let film = try Film(scene, in: films)
            let still = Array(repeating: Pose(), count: Scene.frames)
            let input = Metrics(scene, windows: still, clamped: nil)
            show(
                ResultRow(scene: scene.name, method: "input", metrics: input, accuracy: nil, seconds: nil),
                &rows
            )
            var paths = [("input", Metrics.middlePath(scene, windows: still))]
            for method in methods {
                let output = work.appendingPathComponent("output.i420")
                var report = try method.run(film, into: output)
                if report.windows == nil {
                    report.windows = try Registration().windows(film.file, output)
                }
                let windows = report.windows ?? still
                let row = ResultRow(
                    scene: scene.name,
                    method: method.name,
                    metrics: Metrics(scene, windows: windows, clamped: report.clamped),
                    accuracy: report.motions.map { MotionAccuracy(scene, motions: $0) },
                    seconds: report.seconds
                )
                show(row, &rows)
                paths.append((method.name, Metrics.middlePath(scene, windows: windows)))
                if options.makesVideo {
                    let video = options.output.appendingPathComponent("\(scene.name)-\(method.name).mp4")
                    try SideBySide.write(film, output, to: video)
                }
            }
            try PathPlot(title: scene.name, paths: paths)
                .write(to: options.output.appendingPathComponent("\(scene.name).svg"))
            if options.films == nil { try? manager.removeItem(at: film.file) }
        }
        print("Plots are in \(options.output.path)")
        return rows
    }

    /// Those that were asked for and can run here; says why others cannot.
    private func chosenMethods() -> [any Method] {
        Benchmark.methods.filter { method in
            if let names = options.methods {
                guard names.contains(method.name) else { return false }
            } else if options.isFast {
                guard let own = method as? InProcessMethod, !own.isMeasured else { return false }
            }
            if let obstacle = method.obstacle() {
                print("\(method.name) is left out: \(obstacle)")
                return false
            }
            return true
        }
    }

    private func show(_ row: ResultRow, _ rows: inout [ResultRow]) {
        print(row.line)
        fflush(nil)
        rows.append(row)
    }
}
