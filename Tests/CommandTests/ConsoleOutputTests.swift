import Dispatch
import Glibc
import Testing

@testable import gstcam

/// What is said to somebody who does not read.
@Suite struct ConsoleOutputTests {
    /// Both ends of a pipe that is full.
    private let ends: (reading: Int32, writing: Int32)
    private let filling: Int

    init() throws {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        self.ends = (ends[0], ends[1])
        var filling = 0
        let page = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while case let count = write(ends[1], page, page.count), count > 0 { filling += count }
        self.filling = filling
        try #require(fcntl(ends[1], F_SETFL, 0) == 0)
    }

    /// Reads so many bytes, and what more there is within a moment.
    private func read(atLeast count: Int) -> String {
        var bytes: [UInt8] = []
        var page = [UInt8](repeating: 0, count: 4096)
        let deadline = DispatchTime.now() + .seconds(20)
        while bytes.count < count, DispatchTime.now() < deadline {
            let number = Glibc.read(ends.reading, &page, page.count)
            if number > 0 { bytes += page.prefix(number) } else { usleep(1000) }
        }
        usleep(50_000)
        while case let number = Glibc.read(ends.reading, &page, page.count), number > 0 {
            bytes += page.prefix(number)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(.timeLimit(.minutes(1))) func whatCountsIsKeptInOrderAndWhatPassesIsLeftOut() {
        let output = ConsoleOutput(ends.writing)
        let long = String(repeating: "long ", count: 4000)
        output.write("passing\n", isPassing: true)
        output.write("one\n")
        output.write("passing as well\n", isPassing: true)
        output.write(long + "\n")
        output.write("two\n")
        let expected = "one\n" + long + "\ntwo\n"
        let text = read(atLeast: filling + expected.utf8.count).drop { $0 == "." }
        #expect(text == expected)
        output.write("three\n", isPassing: true)
        #expect(read(atLeast: 6) == "three\n")
        close(ends.reading)
        close(ends.writing)
    }

    @Test(.timeLimit(.minutes(1))) func theEndWaitsAtMostASecond() {
        let output = ConsoleOutput(ends.writing)
        output.write("nobody reads this\n")
        let start = DispatchTime.now()
        output.flush()
        let seconds = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
        #expect((0.9..<10).contains(seconds))
        #expect(read(atLeast: filling + 18).hasSuffix("nobody reads this\n"))
        close(ends.writing)
        close(ends.reading)
    }

    @Test(.timeLimit(.minutes(1))) func nobodyWaitsForAReaderThatIsGone() {
        signal(SIGPIPE, SIG_IGN)
        let output = ConsoleOutput(ends.writing)
        output.write("first\n")
        close(ends.reading)
        output.write("second\n")
        output.flush()
        output.write("third\n")
        output.flush()
        close(ends.writing)
    }
}
