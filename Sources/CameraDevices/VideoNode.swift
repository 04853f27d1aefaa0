internal import Glibc
internal import Recording

/// A `/dev/video` node, asked directly through V4L2, so that it works with and without udev.
struct VideoNode: Sendable, Hashable {
    /// What the driver says about a node (`struct v4l2_capability`).
    struct Capability: Sendable, Hashable {
        let driver: String
        let card: String
        let busInfo: String
        let flags: UInt32
    }

    enum Answer: Sendable, Hashable {
        case capability(Capability)
        case refused(errno: Int32)
    }

    let path: String
    let answer: Answer

    /// `VIDIOC_QUERYCAP`: `_IOR('V', 0, struct v4l2_capability)`, 104 bytes on every architecture.
    private static let queryCapability: UInt = 0x8068_5600
    /// `VIDIOC_G_FMT`: `_IOWR('V', 4, struct v4l2_format)`, 208 bytes on 64-bit architectures.
    private static let getFormat: UInt = 0xC0D0_5604

    // Bits of v4l2_capability.capabilities and device_caps.
    private static let videoCapture: UInt32 = 0x1
    private static let videoCaptureMultiplanar: UInt32 = 0x1000
    private static let memoryToMemory: UInt32 = 0x8000 | 0x4000
    private static let metadataCapture: UInt32 = 0x0080_0000
    private static let touch: UInt32 = 0x1000_0000
    private static let needsMediaController: UInt32 = 0x2000_0000
    private static let hasDeviceFlags: UInt32 = 0x8000_0000

    /// Asks the node; `open` with `O_NONBLOCK` neither starts nor disturbs a stream of another program.
    init(path: String) {
        self.path = path
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            answer = .refused(errno: errno)
            return
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 104)
        guard ioctl(descriptor, VideoNode.queryCapability, &bytes) == 0 else {
            answer = .refused(errno: errno)
            return
        }
        let all = VideoNode.word(bytes, at: 84)
        answer = .capability(
            Capability(
                driver: VideoNode.text(bytes[0..<16]),
                card: VideoNode.text(bytes[16..<48]),
                busInfo: VideoNode.text(bytes[48..<80]),
                flags: all & VideoNode.hasDeviceFlags != 0 ? VideoNode.word(bytes, at: 88) : all
            )
        )
    }

    /// Every node there is, in the order of its number.
    static func all() -> [VideoNode] {
        Directory.names(in: "/dev").compactMap { name in
            name.hasPrefix("video") ? Int(name.dropFirst(5)) : nil
        }
        .sorted()
        .map { VideoNode(path: "/dev/video\($0)") }
    }

    /// Why the node cannot be recorded from; nil when it can.
    var hiddenReason: String? {
        switch answer {
        case .refused(EACCES), .refused(EPERM):
            return "you may not open it: add yourself to the group video and log in again"
        case .refused(EBUSY):
            return "another program holds it"
        case .refused(let error):
            return "it does not answer: \(String(cString: strerror(error)))"
        case .capability(let capability):
            return VideoNode.reasonToHide(flags: capability.flags)
        }
    }

    /// Why a node with these capability bits is no camera.
    static func reasonToHide(flags: UInt32) -> String? {
        if flags & touch != 0 { return "it is a touch sensor, not a camera" }
        if flags & needsMediaController != 0 {
            return "its driver needs the media controller: use libcamera or PipeWire for this camera"
        }
        if flags & (videoCapture | videoCaptureMultiplanar) != 0 { return nil }
        if flags & metadataCapture != 0 { return "it carries metadata of a camera, not pictures" }
        if flags & memoryToMemory != 0 { return "it is an encoder or decoder, not a camera" }
        return "it does not capture pictures"
    }

    /// The size that the node is set to; nil when it does not say.
    var currentSize: (width: Int, height: Int)? {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 208)
        bytes[0] = 1  // V4L2_BUF_TYPE_VIDEO_CAPTURE
        guard ioctl(descriptor, VideoNode.getFormat, &bytes) == 0 else { return nil }
        let (width, height) = (Int(VideoNode.word(bytes, at: 8)), Int(VideoNode.word(bytes, at: 12)))
        return width > 0 && height > 0 ? (width, height) : nil
    }

    private static func word(_ bytes: [UInt8], at offset: Int) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: UInt32.self) }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
}

extension DeviceCatalogue {
    /// What opening each camera's node gave: 0 or the errno.
    package static func nodeErrors() -> [Int32] {
        VideoNode.all().map { node in
            if case .refused(let error) = node.answer { error } else { 0 }
        }
    }
}
