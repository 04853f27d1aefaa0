import Foundation
import PipelineTemplates
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// Template files are found in their order, and this program carries a true copy of them.
@Suite struct TemplateFilesTests {
    private static let shipped = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../pipelines").standardizedFileURL.path

    private static let notes = "README.md"

    @Test func theBuiltInCopiesEqualTheFiles() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: TemplateFilesTests.shipped)
            .filter { $0 != TemplateFilesTests.notes }
        #expect(EmbeddedPipelines.files.map(\.name).sorted() == names.sorted())
        for (name, bytes) in EmbeddedPipelines.files {
            let file = FileManager.default.contents(atPath: "\(TemplateFilesTests.shipped)/\(name)")
            #expect(file == Data(bytes), "\(name)")
        }
        // All but the list of elements are templates and parts.
        #expect(TemplateFiles.embedded.count == EmbeddedPipelines.files.count - 1)
        #expect(TemplateFiles.elementList.contains("\ngstreamer1.0-plugins-ugly:\n"))
        #expect(TemplateFiles.embedded.map(\.name).contains("x264enc"))
    }

    @Test func theBuiltInCopiesAreComplete() throws {
        let library = TemplateLibrary(TemplateFiles.embedded)
        #expect(library.errors.map(\.description) == [])
        for name in library.names {
            #expect(try TemplateFiles.template(name, in: library).name == name)
        }
    }

    @Test func anArgumentWithASlashIsAFile() throws {
        let directory = try TemporaryDirectory()
        try directory.write("[template]\nsummary = mine\nextends = test\n", to: "mine.pipeline")
        let library = TemplateLibrary(TemplateFiles.embedded)
        let path = "\(directory.path)/mine.pipeline"
        let template = try TemplateFiles.template(path, in: library)
        #expect(template.summary == "mine")
        #expect(template.origin == path)
        #expect(template.stageText(.videoSource)?.hasPrefix("videotestsrc") == true)
    }

    @Test func whatCannotBeReadIsABadTemplate() {
        let library = TemplateLibrary(TemplateFiles.embedded)
        let file = #expect(throws: CaptureError.self) {
            _ = try TemplateFiles.template("./none.pipeline", in: library)
        }
        #expect(file?.code == .badTemplate)
        #expect(file?.description == "./none.pipeline: it cannot be read. Check the name.")
        let name = #expect(throws: CaptureError.self) { _ = try TemplateFiles.template("tets", in: library) }
        #expect(name?.code == .badTemplate)
        #expect(
            name?.what.hasPrefix("tets: there is no template of this name. Did you mean \"test\"? ") == true
        )
        #expect(name?.description.hasSuffix("..") == false)
        #expect(name?.description.hasSuffix("?.") == false)
    }

    #if compiler(>=6.2)
        @Test func theUsersDirectoriesComeFirst() async {
            await #expect(processExitsWith: .success) {
                setenv("GSTCAM_PIPELINES_PATH", "/first:/second", 1)
                setenv("XDG_CONFIG_HOME", "/settings", 1)
                setenv("XDG_DATA_DIRS", "/data/one:/data/two", 1)
                let found = TemplateFiles.directories()
                #expect(found.prefix(3) == ["/first", "/second", "/settings/gstcam/pipelines"])
                #expect(
                    found.suffix(2) == ["/data/one/gstcam/pipelines", "/data/two/gstcam/pipelines"]
                )
                #expect(found.dropFirst(3).first?.hasSuffix("/share/gstcam/pipelines") == true)
            }
        }

        @Test func withoutVariablesTheUsualPlacesAreSearched() async {
            await #expect(processExitsWith: .success) {
                unsetenv("GSTCAM_PIPELINES_PATH")
                setenv("XDG_CONFIG_HOME", "", 1)
                unsetenv("XDG_DATA_DIRS")
                setenv("HOME", "/home/somebody", 1)
                let found = TemplateFiles.directories()
                #expect(found.first == "/home/somebody/.config/gstcam/pipelines")
                #expect(
                    found.suffix(2) == ["/usr/local/share/gstcam/pipelines", "/usr/share/gstcam/pipelines"]
                )
            }
        }

        @Test func aUsersFileHidesTheBuiltInOne() async {
            await #expect(processExitsWith: .success) {
                let directory = try TemporaryDirectory()
                try directory.write("[template]\nsummary = mine\nextends = base\n", to: "test.pipeline")
                try directory.write("not a template", to: "test.txt")
                setenv("GSTCAM_PIPELINES_PATH", directory.path, 1)
                let library = TemplateFiles.library()
                #expect(try library.template("test").summary == "mine")
                #expect(try library.template("file").origin != "mine")
                #expect(library.errors.isEmpty)
            }
        }
    #endif
}
