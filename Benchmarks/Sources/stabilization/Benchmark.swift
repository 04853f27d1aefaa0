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
        try inWorkDirectory { work in
            let films = options.films ?? work
            for directory in [films, options.output] {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            }
            let methods = chosenMethods()
            print(ResultRow.header)
            var rows: [ResultRow] = []
            for scene in Scene.all where options.scenes.contains(scene.name) {
                let film = try Film(scene, in: films)
                rows += try compare(methods, on: film, of: scene, work)
                if options.films == nil { try? FileManager.default.removeItem(at: film.file) }
            }
            print("Plots are in \(options.output.path)")
            return rows
        }
    }

    /// Runs the clips of the user, and prints a table of them.
    func runClips(in directory: URL) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        let methods = chosenMethods()
        try inWorkDirectory { work in
            try ClipTable(methods: methods).run(names.map(directory.appendingPathComponent), in: work)
        }
    }

    private func inWorkDirectory<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let work = FileManager.default.temporaryDirectory.appendingPathComponent("stabilization-\(getpid())")
        try FileManager.default.createDirectory(at: work, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: work) }
        return try body(work)
    }

    /// Runs the methods on one film, shows a row for each, and leaves a plot of their paths.
    private func compare(_ methods: [any Method], on film: Film, of scene: Scene, _ work: URL) throws
        -> [ResultRow]
    {
        let still = Array(repeating: Pose(), count: film.frames)
        var rows = [
            ResultRow(
                scene: scene.name,
                method: "input",
                metrics: Metrics(scene, windows: still, clamped: nil),
                accuracy: nil,
                fidelity: try Fidelity.mean(film, film.file),
                seconds: nil
            )
        ]
        show(rows[0])
        var paths = [PathPlot.Path("input", Metrics.middlePath(scene, windows: still))]
        for method in methods {
            let output = work.appendingPathComponent("output.i420")
            let report = try method.run(film, into: output)
            let windows = try report.windows ?? Registration(film).windows(output)
            let row = ResultRow(
                scene: scene.name,
                method: method.name,
                metrics: Metrics(scene, windows: windows, clamped: report.clamped),
                accuracy: report.motions.map { MotionAccuracy(scene, motions: $0) },
                fidelity: try Fidelity.mean(film, output),
                seconds: report.seconds
            )
            show(row)
            rows.append(row)
            paths.append((method.name, Metrics.middlePath(scene, windows: windows)))
            if options.filmed.contains(method.name) {
                let video = options.output.appendingPathComponent("\(scene.name)-\(method.name).mp4")
                try SideBySide.write(film, output, to: video)
            }
        }
        try PathPlot(title: scene.name, truth: Metrics.truePath(scene), paths: paths)
            .write(to: options.output.appendingPathComponent("\(scene.name).svg"))
        return rows
    }

    /// Those that were asked for and can run here; says why others cannot.
    private func chosenMethods() -> [any Method] {
        Benchmark.methods.filter { method in
            if let names = options.methods {
                guard names.contains(method.name) else { return false }
            } else if options.clips != nil {
                guard ClipTable.methods.contains(method.name) else { return false }
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

    private func show(_ row: ResultRow) {
        print(row.line)
        fflush(nil)
    }
}
