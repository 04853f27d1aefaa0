#if compiler(>=6.2)
    import AVFoundation
    import Synchronization
    import Testing

    /// A camera in the test camera's place that falls silent without a word, in a process of its own.
    ///
    /// It reads from a pipe, and nothing can wake it when nobody writes.
    final class StuckSource: Sendable {
        private let odd: OddTemplate
        private let path: String
        private let hasSentAll = Atomic<Bool>(false)

        /// Whether all pictures were sent.
        var isSilent: Bool { hasSentAll.load(ordering: .acquiring) }

        /// - Parameter pictures: So many come, thirty a second.
        /// - Throws: When there can be no pipe.
        init(pictures: Int) throws {
            let (width, height) = (320, 240)
            path = NSTemporaryDirectory() + "/gstcam-\(UUID().uuidString)"
            try #require(mkfifo(path, 0o600) == 0)
            let descriptor = open(path, O_RDWR)
            try #require(descriptor >= 0)
            let size = width * height * 3 / 2
            odd = try OddTemplate(
                """
                [video.source]
                filesrc name=camera location=\(path) do-timestamp=true blocksize=\(size)
                ! rawvideoparse width=\(width) height=\(height) framerate=30/1 format=i420
                """
            )
            Thread.detachNewThread { [self] in
                let picture = [UInt8](repeating: 128, count: size)
                for _ in 0..<pictures {
                    var rest = picture[...]
                    while !rest.isEmpty {
                        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                        guard count > 0 else { return }
                        rest = rest.dropFirst(count)
                    }
                    usleep(33_000)
                }
                hasSentAll.store(true, ordering: .releasing)
            }
        }

        deinit { unlink(path) }
    }
#endif
