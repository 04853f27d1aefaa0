import Foundation
import Testing

/// Rules that every source file keeps.
@Suite struct SourceRules {
    /// What each target may import, besides what all may.
    private static let allowed: [String: Set<String>] = [
        "CGStreamer": [],
        "GStreamer": ["CGStreamer"],
        "PipelineTemplates": [],
        "MovieFile": [],
        "Stabilization": [],
        "Recording": ["GStreamer", "PipelineTemplates", "MovieFile"],
        "CameraDevices": ["GStreamer", "Recording", "PipelineTemplates"],
        "CameraElements": [
            "GStreamer", "CGStreamer", "CameraDevices", "Recording", "PipelineTemplates", "Stabilization",
        ],
        "CameraCapture": [
            "Recording", "GStreamer", "PipelineTemplates", "MovieFile", "CameraDevices", "CameraElements",
            "FoundationEssentials",
        ],
        "AVFoundation": ["CameraCapture", "GStreamer", "PipelineTemplates", "Foundation"],
        "UIKitCompat": ["AVFoundation"],
        "CameraManager": ["AVFoundation", "UIKitCompat"],
        "Examples": ["AVFoundation", "CameraCapture", "Foundation"],
        "gstcam": ["CameraCapture", "GStreamer", "MovieFile", "PipelineTemplates", "FoundationEssentials"],
        "gstcamelements": ["CameraElements", "CGStreamer"],
    ]

    private static let allowedEverywhere: Set<String> = ["Glibc", "Dispatch", "Synchronization"]

    private func imports(_ file: Repository.File) -> [String] {
        file.lines.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                words[..<index].allSatisfy({ $0.hasPrefix("@") || SourceRules.levels.contains($0) })
            else { return nil }
            let kinds = ["class", "enum", "func", "let", "protocol", "struct", "typealias", "var"]
            let name = kinds.contains(words[index + 1]) ? words.last : words[index + 1]
            return name?.split(separator: ".").first.map(String.init)
        }
    }

    private static let levels = ["public", "package", "internal", "fileprivate", "private"]

    @Test func importsGoDownOnly() throws {
        let targets = try Repository.names(in: "Sources")
        #expect(targets.count >= 7)
        for target in targets {
            let allowed = try #require(SourceRules.allowed[target], "Sources/\(target) is not in the table")
            for file in try Repository.swiftFiles(below: "Sources/\(target)") {
                let wrong = Set(imports(file)).subtracting(allowed)
                    .subtracting(SourceRules.allowedEverywhere)
                #expect(wrong.isEmpty, "\(file.path) imports \(wrong.sorted().joined(separator: ", "))")
            }
        }
    }

    @Test func allFormsOfImportsAreSeen() {
        let file = Repository.File(
            path: "x.swift",
            text: """
                import One
                public import Two
                @_exported public import Three
                internal import struct Four.Five
                @testable import Six
                // import Seven
                let text = "import Eight"
                """
        )
        #expect(imports(file) == ["One", "Two", "Three", "Four", "Six"])
    }

    @Test func fewTypesAskToBeTrusted() throws {
        let marks = ["@unchecked Sendable", "nonisolated(unsafe)"]
        let lines = try Repository.swiftFiles(below: "Sources").flatMap { file in
            file.lines.filter { line in marks.contains { line.contains($0) } }.map { "\(file.path): \($0)" }
        }
        #expect(lines.count < 8, "\(lines.joined(separator: "\n"))")
    }

    @Test func filesAreShort() throws {
        for directory in ["Sources", "Tests"] {
            for file in try Repository.swiftFiles(below: directory) {
                #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
            }
        }
    }

    @Test func nothingIsLeftForLater() throws {
        // Put together, so that this file does not find itself.
        let words = ["TO" + "DO", "FIX" + "ME", "XX" + "X:"]
        for directory in ["Sources", "Tests", "pipelines", ".ci"] {
            for file in try Repository.files(below: directory) {
                for word in words { #expect(!file.text.contains(word), "\(file.path)") }
            }
        }
    }

    @Test func noPathBelongsToOneMachine() throws {
        let paths = ["/wo" + "rk/", "/ro" + "ot/", "/Use" + "rs/", "/tmp/" + "h", "/home/" + "user"]
        var files = try ["Sources", "Tests", "pipelines", ".ci"].flatMap { try Repository.files(below: $0) }
        for path in ["README.md", "Package.swift", "Makefile"] {
            files.append(Repository.File(path: path, text: try Repository.text(path)))
        }
        for file in files {
            for path in paths { #expect(!file.text.contains(path), "\(file.path) holds \(path)") }
        }
    }

    @Test func everyTargetHasItsTestsAndItsLine() throws {
        let package = try Repository.text("Package.swift")
        let readme = Markdown(text: try Repository.text("README.md"))
        let listed = Set(readme.rows.compactMap(\.first))
        let targets = package.matches(of: /\.(systemLibrary|target|executableTarget)\(\s*name: "(\w+)"/)
            .map { String($0.2) }
        #expect(targets.count >= 7)
        for target in targets { #expect(listed.contains("`\(target)`"), "README does not tell of \(target)") }
        for test in package.matches(of: /\.testTarget\(\s*name: "(\w+)"/).map({ String($0.1) }) {
            #expect(try !Repository.swiftFiles(below: "Tests/\(test)").isEmpty)
        }
    }
}
