import Foundation
import Testing

/// An X server of a test's own, without a screen that anybody sees; it ends with its last user.
///
/// Two test targets use this file.
final class XServer: Sendable {
    /// What `DISPLAY` is for it.
    let display: String
    private let process: pid_t

    static let width = 800
    static let height = 600

    init() throws {
        let server = Process()
        let ready = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The server chooses a free number and tells it; the shell becomes the server.
        let screen = "-screen 0 \(XServer.width)x\(XServer.height)x24 -nolisten tcp"
        server.arguments = ["sh", "-c", "exec Xvfb -displayfd 1 \(screen) 2>/dev/null"]
        server.standardOutput = ready
        try server.run()
        process = server.processIdentifier
        let number = String(decoding: ready.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .newlines)
        try #require(!number.isEmpty, "Xvfb did not start")
        display = ":\(number)"
    }

    deinit { kill() }

    /// Ends the server as a crash does.
    func kill() { Foundation.kill(process, SIGKILL) }

    /// Stops the server in its tracks, connections and all.
    func hang() { Foundation.kill(process, SIGSTOP) }

    func xlib() throws -> XClient { try XClient(display) }

    /// What the screen shows at its left upper corner.
    func screenshot(width: Int, height: Int) throws -> Screenshot {
        let raw = NSTemporaryDirectory() + "/\(UUID().uuidString).rgb"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        let grab = Process()
        grab.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        grab.arguments = [
            "ffmpeg", "-nostdin", "-v", "error", "-f", "x11grab", "-draw_mouse", "0",
            "-video_size", "\(width)x\(height)", "-i", display,
            "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24", raw,
        ]
        try grab.run()
        grab.waitUntilExit()
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
        try #require(bytes.count == width * height * 3)
        return Screenshot(width: width, height: height, bytes: bytes)
    }

    /// Waits until the screen shows what is expected; a minute is for a machine whose cores are all taken.
    func waitForScreen(
        width: Int,
        height: Int,
        _ isExpected: (Screenshot) -> Bool
    ) throws -> Bool {
        for _ in 0..<240 {
            if isExpected(try screenshot(width: width, height: height)) { return true }
            usleep(250_000)
        }
        return false
    }
}

/// A picture in red, green and blue.
struct Screenshot: Sendable {
    let width: Int
    let height: Int
    let bytes: [UInt8]

    /// The letter of a pure colour: w, y, c, g, m, r, b (the test picture's bars), k for black, else a question mark.
    func colour(x: Int, y: Int) -> Character {
        let levels = (0..<3).map { Int(bytes[(y * width + x) * 3 + $0]) }
        let names: [Character] = ["k", "b", "g", "c", "r", "m", "y", "w"]
        guard levels.allSatisfy({ $0 < 60 || $0 > 170 }) else { return "?" }
        return names[levels.reduce(0) { $0 * 2 + ($1 > 170 ? 1 : 0) }]
    }

    /// The colours at these parts of the width, in the row at this part of the height.
    func row(_ y: Double, at columns: [Double]) -> String {
        String(columns.map { colour(x: Int($0 * Double(width)), y: Int(y * Double(height))) })
    }

    /// The colours along a row, each once.
    func bars(_ y: Double) -> String {
        var bars = ""
        for x in 0..<width {
            let colour = colour(x: x, y: Int(y * Double(height)))
            // At the edges of a scaled picture colours mix.
            if colour != "?", colour != bars.last { bars.append(colour) }
        }
        return bars
    }
}
