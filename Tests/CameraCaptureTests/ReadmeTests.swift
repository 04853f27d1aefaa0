import Foundation
import PipelineTemplates
import Testing

@testable import CameraCapture

/// What README shows is real: its Swift code is a file of these tests, and its template records.
@Suite struct ReadmeTests {
    private let readme: String

    init() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        readme = try String(contentsOf: root.appendingPathComponent("README.md"), encoding: .utf8)
    }

    private func blocks(_ language: String) -> [String] {
        readme.components(separatedBy: "```\(language)\n").dropFirst().compactMap { part in
            part.components(separatedBy: "```").first
        }
    }

    @Test func theSwiftCodeIsTheExampleThatIsCompiledHere() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("ReadmeExample.swift")
        #expect(blocks("swift") == [try String(contentsOf: file, encoding: .utf8)])
    }

    @Test(.timeLimit(.minutes(15))) func theSwiftCodeRecords() async throws {
        let directory = try TemporaryDirectory()
        let result = try await recordFiveSeconds(
            of: "test",
            to: URL(fileURLWithPath: "\(directory.path)/a.mp4")
        )
        #expect(result.reason == .duration)
        #expect(result.files.first?.frames == 150)
        #expect(result.files.first?.isPlayable == true)
    }

    @Test func theTemplateFitsWhatItSays() throws {
        let block = try #require(blocks("ini").first)
        #expect(blocks("ini").count == 1)
        let library = TemplateLibrary(
            [TemplateText(name: "desk-camera", kind: .template, origin: "README.md", text: block)]
                + TemplateFiles.embedded
        )
        #expect(library.errors.map(\.description) == [])
        let template = try library.template("desk-camera")
        #expect(template.stageText(.videoSource)?.hasPrefix("v4l2src") == true)
        let bound = try template.bind(["output-width": "640", "output-height": "480"])
        #expect(try bound.text(.videoFilter)?.contains("videoflip video-direction=180") == true)
        #expect(try bound.text(.videoFilter)?.contains("width=640, height=480") == true)
        let facts = ["api": ["v4l2"], "card": ["HD Webcam C920"], "format": ["video/x-raw", "YUY2"]]
        #expect(library.best(matching: facts).first?.name == "desk-camera")
    }
}
