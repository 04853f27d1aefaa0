import Foundation
import Testing

/// A message bus of its own, with a camera portal on it that answers as a test wants.
final class MockPortal {
    /// The address of the bus.
    let address: String
    private let bus: Process
    private var service: Process?
    private let directory: TemporaryDirectory

    /// Starts the bus and the portal.
    /// - Parameter behaviour: The parameters of `Tests/MockPortal/portal.py` as JSON; nil for a bus without a portal.
    /// - Throws: What keeps one of them from starting.
    init(_ behaviour: String?) throws {
        directory = try TemporaryDirectory()
        // Without the services that are installed here, which a bus would start by itself.
        try directory.write(
            """
            <busconfig>
            <type>session</type><listen>unix:tmpdir=/tmp</listen><auth>EXTERNAL</auth>
            <policy context="default">
            <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
            </policy>
            </busconfig>
            """,
            to: "bus.conf"
        )
        let arguments = ["--config-file=\(directory.path)/bus.conf", "--nofork", "--print-address"]
        (bus, address) = try MockPortal.start("/usr/bin/dbus-daemon", arguments)
        guard let behaviour else { return }
        let template = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../MockPortal/portal.py").standardizedFileURL.path
        // Debian's Python, which has Debian's modules.
        (service, _) = try MockPortal.start(
            "/usr/bin/python3",
            ["-m", "dbusmock", "-l", "\(directory.path)/log", "-t", template, "-p", behaviour],
            environment: ["DBUS_SESSION_BUS_ADDRESS": address, "PYTHONDONTWRITEBYTECODE": "1"]
        )
    }

    deinit {
        for process in [service, bus].compactMap(\.self) {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    func stopBus() {
        kill(bus.processIdentifier, SIGKILL)
        bus.waitUntilExit()
    }

    /// How often a method of the portal was called.
    func calls(of method: String) throws -> Int {
        let log = try String(contentsOfFile: "\(directory.path)/log", encoding: .utf8)
        return log.split(separator: "\n").count { $0.contains(" \(method) ") }
    }

    /// Starts a program, and waits for the first line that it prints.
    private static func start(
        _ program: String,
        _ arguments: [String],
        environment: [String: String] = [:]
    ) throws -> (Process, String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            let byte = output.fileHandleForReading.readData(ofLength: 1)
            try #require(!byte.isEmpty, "\(program) ended")
            line += byte
        }
        return (process, String(decoding: line.dropLast(), as: UTF8.self))
    }
}
