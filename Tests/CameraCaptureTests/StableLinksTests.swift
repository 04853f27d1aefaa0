import Foundation
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// The names that udev gives to nodes.
@Suite struct StableLinksTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: "\(directory.path)/\(name)",
            withDestinationPath: target
        )
    }

    @Test func aNodeIsCalledByItsIdFirst() throws {
        for folder in ["by-id", "by-path"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory.path)/\(folder)",
                withIntermediateDirectories: true
            )
        }
        for node in ["video0", "video1", "video2"] { try directory.write("", to: node) }
        try link("by-path/pci-0000:00:14.0-usb-0:1:1.0-video-index0", to: "../video0")
        try link("by-id/usb-Maker_Webcam_1234-video-index0", to: "../video0")
        try link("by-id/usb-Maker_Webcam_1234-video-index1", to: "../video1")
        try link("by-id/usb-Gone-video-index0", to: "../video9")
        let links = StableLinks(root: directory.path)
        #expect(
            links.names(for: "\(directory.path)/video0") == [
                "\(directory.path)/by-id/usb-Maker_Webcam_1234-video-index0",
                "usb-Maker_Webcam_1234-video-index0",
                "\(directory.path)/by-path/pci-0000:00:14.0-usb-0:1:1.0-video-index0",
                "pci-0000:00:14.0-usb-0:1:1.0-video-index0",
            ]
        )
        #expect(links.names(for: "\(directory.path)/video1").count == 2)
        #expect(links.names(for: "\(directory.path)/video2") == [])
        #expect(links.names(for: "\(directory.path)/video9") == [])
    }

    @Test func withoutUdevThereAreNone() {
        #expect(StableLinks(root: "\(directory.path)/nothing").names(for: "/dev/video0") == [])
    }
}
