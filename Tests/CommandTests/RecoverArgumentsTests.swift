import Testing

@testable import gstcam

@Suite struct RecoverArgumentsTests {
    @Test func filesAndOptionsAreTaken() throws {
        _ = try RecoverCommand(parsing: ["a.mp4", "--keep", "b.mkv", "--json"])
        _ = try RecoverCommand(parsing: ["--", "--keep"])
    }

    @Test func withoutAFileThereIsNothingToDo() {
        for words in [[], ["--keep"], ["--json", "--keep"]] {
            let error = #expect(throws: CommandError.self) { try RecoverCommand(parsing: words) }
            #expect(error?.exitCode == .usage)
            #expect(error?.description == "recover needs at least one FILE. Write gstcam recover FILE.mp4.")
        }
    }

    @Test func aMisspelledOptionIsAnError() {
        let error = #expect(throws: CommandError.self) { try RecoverCommand(parsing: ["--kepe", "a.mp4"]) }
        #expect(error?.exitCode == .usage)
        #expect(error?.description.hasSuffix("Did you mean --keep?") == true)
    }
}
