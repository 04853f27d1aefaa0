import AVFoundation
import Testing

/// An X server of a test's own, without a screen that anybody sees; it ends with its last user.
final class Screen: Sendable {
    /// What `DISPLAY` is for it.
    let display: String
    private let process: pid_t

    init() throws {
        let server = Process()
        let ready = Pipe()
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        // The server chooses a free number and tells it; the shell becomes the server.
        server.arguments = [
            "sh", "-c", "exec Xvfb -displayfd 1 -screen 0 640x480x24 -nolisten tcp 2>/dev/null",
        ]
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

    /// Waits until the left upper corner shows this in a row that does not flash.
    func shows(
        _ middle: String,
        width: Int,
        height: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let raw = NSTemporaryDirectory() + "/\(UUID().uuidString).rgb"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        try await until("the screen shows \(middle)", sourceLocation: sourceLocation) {
            let grab = try Program.run([
                "ffmpeg", "-nostdin", "-v", "error", "-y", "-f", "x11grab", "-draw_mouse", "0",
                "-video_size", "\(width)x\(height)", "-i", display,
                "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "bgra", raw,
            ])
            guard grab.status == 0 else { return false }
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: raw)))
            return Screen.bars(bytes, width: width, row: height * 52 / 100, pixel: 4) == middle
        }
    }

    /// Takes all windows away, as a window manager does that loses its patience.
    func destroyWindows() throws {
        let library = try #require(dlopen("libX11.so.6", RTLD_LAZY), "libX11 is missing")
        func function<Function>(_ name: String, _ type: Function.Type) throws -> Function {
            unsafeBitCast(try #require(dlsym(library, name)), to: type)
        }
        typealias Open = @convention(c) (UnsafePointer<CChar>) -> OpaquePointer?
        typealias Root = @convention(c) (OpaquePointer) -> UInt
        typealias Query =
            @convention(c) (
                OpaquePointer, UInt, UnsafeMutablePointer<UInt>, UnsafeMutablePointer<UInt>,
                UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>, UnsafeMutablePointer<UInt32>
            ) -> Int32
        typealias Destroy = @convention(c) (OpaquePointer, UInt) -> Int32
        typealias Close = @convention(c) (OpaquePointer) -> Int32
        let connection = try #require(try function("XOpenDisplay", Open.self)(display))
        var (above, parent, count) = (UInt(0), UInt(0), UInt32(0))
        var windows: UnsafeMutablePointer<UInt>?
        let root = try function("XDefaultRootWindow", Root.self)(connection)
        _ = try function("XQueryTree", Query.self)(connection, root, &above, &parent, &windows, &count)
        for index in 0..<Int(count) {
            if let window = windows?[index] {
                _ = try function("XDestroyWindow", Destroy.self)(connection, window)
            }
        }
        _ = try function("XCloseDisplay", Close.self)(connection)
    }

    /// The colours along a row of BGRA pixels, each once: w, y, c, g, m, r, b, or k for black.
    static func bars(_ bytes: [UInt8], width: Int, row: Int, pixel: Int) -> String {
        let names: [Character] = ["k", "b", "g", "c", "r", "m", "y", "w"]
        var bars = ""
        for x in 0..<width {
            let start = (row * width + x) * pixel
            let levels = [bytes[start + 2], bytes[start + 1], bytes[start]]
            // At the edges of a scaled picture colours mix.
            guard levels.allSatisfy({ $0 < 60 || $0 > 170 }) else { continue }
            let colour = names[levels.reduce(0) { $0 * 2 + ($1 > 170 ? 1 : 0) }]
            if colour != bars.last { bars.append(colour) }
        }
        return bars
    }
}
