import Foundation
import Testing

/// Every template file is listed where people look and where the program takes its copies from.
@Suite struct PipelineRules {
    private func files() throws -> [String] {
        try Repository.names(in: "pipelines").filter { $0 != "README.md" }
    }

    @Test func everyFileIsInTheProgram() throws {
        let source = try Repository.text("Sources/Recording/EmbeddedPipelines.swift")
        let embedded = source.matches(of: /\("([^"]+)", PackageResources\.(\w+)\)/)
            .map { (name: String($0.1), resource: String($0.2)) }
        #expect(embedded.map(\.name).sorted() == (try files()))
        for (name, resource) in embedded {
            let expected = name.replacing(/[^A-Za-z0-9]/, with: "_")
            #expect(resource == expected, "\(name) holds another file")
        }
    }

    @Test func everyFileIsInTheList() throws {
        let list = Markdown(text: try Repository.text("pipelines/README.md"))
        let listed = list.rows.compactMap(\.first).filter { $0.hasPrefix("`") }
            .map { $0.trimmingCharacters(in: ["`"]) }
        #expect(listed.sorted() == (try files()))
        for row in list.rows where row.first?.hasPrefix("`") == true {
            #expect(row.count == 2 && row.last?.isEmpty == false)
        }
    }

    @Test func everyFileBeginsWithItsName() throws {
        for name in try files() {
            let lines = try Repository.text("pipelines/\(name)").components(separatedBy: "\n")
            #expect(lines.first == "# \(name)")
        }
    }

    @Test func whatIsSaidToBeUntestedIsSaidInBothPlaces() throws {
        let list = Markdown(text: try Repository.text("pipelines/README.md"))
        for row in list.rows where row.first?.hasPrefix("`") == true {
            let name = row.first?.trimmingCharacters(in: ["`"]) ?? ""
            let file = try Repository.text("pipelines/\(name)")
            let isUntested = row.last?.contains("not tested") == true
            #expect(file.contains("Not tested by the project") == isUntested, "\(name)")
        }
    }
}
