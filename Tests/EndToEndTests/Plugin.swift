import Foundation
import Testing

/// The plugin as another program has it: in a directory of its own that GStreamer searches.
enum Plugin {
    /// The release plugin: `GSTCAM_PLUGIN`, else the one that was built beside the tests.
    static let path: String = {
        if let given = ProcessInfo.processInfo.environment["GSTCAM_PLUGIN"] { return given }
        return root.appendingPathComponent(".build/debug/libgstcamelements.so").path
    }()

    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    static func example(_ name: String) -> String {
        root.appendingPathComponent("Sources/Examples/Plugin/\(name)").path
    }

    /// What a program needs in its environment to find the plugin; the registry is made once for all tests.
    static let environment: [String: String] = {
        let directory = NSTemporaryDirectory() + "/gstcam-plugins-\(getpid())"
        try? FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        try? FileManager.default.createSymbolicLink(
            atPath: directory + "/libgstcamelements.so",
            withDestinationPath: path
        )
        atexit {
            try? FileManager.default.removeItem(
                atPath: NSTemporaryDirectory() + "/gstcam-plugins-\(getpid())"
            )
        }
        return ["GST_PLUGIN_PATH": directory, "GST_REGISTRY": directory + "/registry.bin"]
    }()

    static func has(_ element: String) -> Bool {
        let result = try? Child.run(
            ["gst-inspect-1.0", "--exists", element],
            in: NSTemporaryDirectory(),
            environment: environment
        )
        return result?.status == 0
    }
}

extension Workspace {
    /// Runs a program that finds the plugin.
    func run(_ words: [String], environment: [String: String] = [:]) throws -> Child.Result {
        try Child.run(words, in: path, environment: Plugin.environment.merging(environment) { $1 })
    }

    /// Runs a pipeline to its end, with its messages on standard output.
    func launch(_ line: String, environment: [String: String] = [:]) throws -> Child.Result {
        let words = line.split(separator: " ").map(String.init)
        return try run(["gst-launch-1.0", "-e", "-m"] + words, environment: environment)
    }
}

extension Child.Result {
    /// The element messages of a name that gst-launch-1.0 printed.
    func messages(_ name: String) -> [Substring] {
        output.split(separator: "\n").filter { $0.contains("(element): \(name),") }
    }
}
