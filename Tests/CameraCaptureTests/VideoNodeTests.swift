import Glibc
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// Nodes that are no cameras are hidden, each with its reason.
@Suite struct VideoNodeTests {
    private static let controller =
        "its driver needs the media controller: use libcamera or PipeWire for this camera"
    private static let codec = "it is an encoder or decoder, not a camera"
    private static let metadata = "it carries metadata of a camera, not pictures"

    @Test(
        arguments: [
            (0x0420_0001, nil),
            (0x0520_0001, nil),
            (0x0420_1000, nil),
            (0x04A0_0001, nil),
            (0x04A0_0000, metadata),
            (0x0080_0000, metadata),
            (0x1000_0001, "it is a touch sensor, not a camera"),
            (0x1420_0001, "it is a touch sensor, not a camera"),
            (0x2420_0001, controller),
            (0x2400_1000, controller),
            (0x0420_8000, codec),
            (0x0420_4000, codec),
            (0x0420_0002, "it does not capture pictures"),
            (0x0000_0000, "it does not capture pictures"),
        ] as [(UInt32, String?)]
    )
    func theCapabilityBitsDecide(flags: UInt32, reason: String?) {
        #expect(VideoNode.reasonToHide(flags: flags) == reason)
    }

    @Test func whatIsNoNodeIsHiddenWithTheKernelsWords() {
        let missing = VideoNode(path: "/dev/no-such-node")
        #expect(missing.answer == .refused(errno: ENOENT))
        #expect(missing.hiddenReason == "it does not answer: No such file or directory")
        #expect(missing.currentSize == nil)
        let null = VideoNode(path: "/dev/null")
        #expect(null.answer == .refused(errno: ENOTTY))
        #expect(null.currentSize == nil)
    }
}
