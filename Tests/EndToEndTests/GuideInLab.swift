import Foundation
import Testing

/// The guide for people who write a template, done as it is printed.
extension LabTests {
    /// The lines of all blocks of code in the guide.
    private func guide() throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
        let text = try String(contentsOf: root.appendingPathComponent("pipelines/README.md"), encoding: .utf8)
        let start = try #require(text.range(of: "## From a gst-launch-1.0 line to a template"))
        let end = try #require(text.range(of: "\n## ", range: start.upperBound..<text.endIndex))
        var lines: [Substring] = []
        var indent: Int?
        for line in text[start.upperBound..<end.lowerBound].split(
            separator: "\n",
            omittingEmptySubsequences: false
        ) {
            if line.trimmingPrefix(while: { $0 == " " }) == "```" {
                indent = indent == nil ? line.count - 3 : nil
            } else if let indent {
                lines.append(line.dropFirst(indent))
            }
        }
        return lines.joined(separator: "\n")
    }

    /// How much colour the pictures have on average: 0 is gray.
    private func colour(_ name: String) throws -> Double {
        let filter = "signalstats,metadata=print:key=lavfi.signalstats.SATAVG:file=-"
        let output = try workspace.tool("ffmpeg", "-v", "error", "-i", name, "-vf", filter, "-f", "null", "-")
            .output
        let values = output.matches(of: /SATAVG=([0-9.]+)/).compactMap { Double($0.1) }
        try #require(!values.isEmpty)
        return values.reduce(0, +) / Double(values.count)
    }

    @Test(.timeLimit(.minutes(15))) func theGuideForTemplatesHolds() throws {
        let commands = try guide()
        #expect(commands.contains("gst-launch-1.0") && commands.contains("gstcam templates check"))
        let result = try workspace.lab(
            """
            mkdir -p home bin
            ln -s "$GSTCAM_BINARY" bin/gstcam
            export HOME="$PWD/home" PATH="$PWD/bin:$PATH"
            unset XDG_CONFIG_HOME
            set -e
            \(commands)
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        // A template in the user's own folder is chosen for the camera, --explain tells why, and without it the
        // shipped one is back.
        let reasons = result.errors.split(separator: "\n").filter { $0.hasPrefix("template") }
        try #require(reasons.count == 2, "\(result.errors)")
        #expect(
            reasons[0].contains("gray-camera fits because api is v4l2 and format is video/x-raw; priority 60")
        )
        #expect(reasons[1].contains("usb-webcam-raw fits because"))
        #expect(try colour("gray.mp4") < 1)
        #expect(try colour("harsh.mp4") < 1)
        #expect(try colour("colour.mp4") > 5)
        for name in ["gray.mp4", "harsh.mp4", "colour.mp4"] {
            let probe = try Probe(name, in: workspace)
            #expect(probe.video.width == 640 && probe.video.height == 360)
            try Probe.expectSound(name, in: workspace)
        }
    }
}
