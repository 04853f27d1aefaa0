internal import Glibc

extension VideoNode {
    /// `VIDIOC_G_CTRL`: `_IOWR('V', 27, struct v4l2_control)`, 8 bytes on every architecture.
    private static let getControl: UInt = 0xC008_561B
    /// `VIDIOC_REQBUFS`: `_IOWR('V', 8, struct v4l2_requestbuffers)`, 20 bytes on every architecture.
    private static let requestBuffers: UInt = 0xC014_5608
    /// `V4L2_CID_CAMERA_ORIENTATION`: 0 is the front, 1 the back, 2 an external camera.
    static let orientationControl: UInt32 = 0x009A_0922
    /// `V4L2_CID_IMAGE_STABILIZATION`: 1 while the camera steadies its pictures itself.
    private static let stabilizationControl: UInt32 = 0x009A_0916

    /// Whether the camera has a stabilizer of its own, and it is switched on.
    var steadiesPictures: Bool { control(VideoNode.stabilizationControl) == 1 }

    /// The value of a control; nil when the camera does not have it.
    func control(_ id: UInt32) -> Int32? {
        withDescriptor { descriptor in
            var control = [id, 0]
            guard ioctl(descriptor, VideoNode.getControl, &control) == 0 else { return nil }
            return Int32(bitPattern: control[1])
        }
    }

    /// Whether somebody streams from the node.
    ///
    /// Giving back no buffers changes nothing, and is refused to all but the one who streams.
    var isStreaming: Bool {
        withDescriptor { descriptor -> Bool? in
            for type: UInt32 in [1, 9] {  // V4L2_BUF_TYPE_VIDEO_CAPTURE and its kind for several planes
                var request: [UInt32] = [0, type, 1, 0, 0]  // no buffers, of V4L2_MEMORY_MMAP
                if ioctl(descriptor, VideoNode.requestBuffers, &request) != 0, errno == EBUSY { return true }
            }
            return false
        } ?? false
    }

    private func withDescriptor<Result>(_ body: (Int32) -> Result?) -> Result? {
        let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return body(descriptor)
    }
}

extension CaptureDevice {
    /// Whether the camera takes the shake out of its pictures itself.
    var isSteadied: Bool { api == .v4l2 && VideoNode(path: address).steadiesPictures }
}
