internal import Glibc
package import Recording

extension CaptureDevice {
    /// Why the device cannot be used now; nil when it can.
    ///
    /// Opens the device for a moment, which disturbs nobody. A device that this process itself uses is no obstacle.
    package func obstacle() -> CaptureError? {
        switch api {
        case .v4l2:
            let node = VideoNode(path: address)
            if case .refused(let number) = node.answer { return refusal(number, of: address) }
            return node.isStreaming ? refusal(EBUSY, of: address) : nil
        case .alsa:
            guard let node = CaptureDevice.alsaNode(of: address) else { return nil }
            let descriptor = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
            guard descriptor < 0 else {
                close(descriptor)
                return nil
            }
            return refusal(errno, of: node)
        default: return nil
        }
    }

    private func refusal(_ number: Int32, of node: String) -> CaptureError? {
        switch number {
        case EACCES, EPERM:
            return CaptureError(
                .permissionDenied,
                "you may not open \(name) (\(node))",
                advice: "Add yourself to the group \(kind == .camera ? "video" : "audio") and log in again"
            )
        case EBUSY, EAGAIN:
            guard !CaptureDevice.isOpenHere(node) else { return nil }
            return CaptureError(
                .deviceBusy,
                "\(name) is used by another program",
                advice: "Close that program, then try again"
            )
        default:
            return CaptureError(
                .noSuchDevice,
                "\(name) (\(node)) does not answer: \(String(cString: strerror(number)))",
                advice: "Check its cable"
            )
        }
    }

    /// The node behind ALSA's name of a card's device, such as `hw:CARD=Webcam,DEV=0`; nil for names that ALSA's
    /// configuration makes.
    private static func alsaNode(of address: String) -> String? {
        guard address.hasPrefix("hw:CARD=") else { return nil }
        let parts = address.dropFirst("hw:CARD=".count).split(separator: ",")
        guard parts.count == 2, parts[1].hasPrefix("DEV="),
            let card = Directory.resolve("/proc/asound/\(parts[0])")?.split(separator: "/").last,
            card.hasPrefix("card")
        else { return nil }
        return "/dev/snd/pcmC\(card.dropFirst(4))D\(parts[1].dropFirst(4))c"
    }

    /// Whether this process itself holds a node.
    private static func isOpenHere(_ node: String) -> Bool {
        let folder = "/proc/self/fd"
        return Directory.names(in: folder).contains { Directory.resolve("\(folder)/\($0)") == node }
    }
}

extension CaptureDevice {
    /// Whether a node is the first of its device; the others carry metadata, which a node that may not be opened
    /// does not tell.
    package static func isFirstNode(_ node: String) -> Bool {
        guard let name = node.split(separator: "/").last,
            let index = Directory.text(of: "/sys/class/video4linux/\(name)/index", limit: 16)
        else { return true }
        return index.split(whereSeparator: \.isWhitespace).first == "0"
    }
}
