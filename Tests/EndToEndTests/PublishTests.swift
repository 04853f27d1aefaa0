import Foundation
import Glibc
import Testing

/// Recording and publishing at once, to servers on this computer; one after the other, since each listens on a port.
@Suite(.serialized) struct PublishTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A port that nobody listens on now.
    private func freePort(_ kind: __socket_type) throws -> Int {
        let descriptor = socket(AF_INET, Int32(kind.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        try #require(bound)
        return Int(address.sin_port.bigEndian)
    }

    private func receiver(_ port: Int, into name: String) throws -> Child {
        try Child(
            [
                "gst-launch-1.0", "-q", "-e", "srtsrc", "uri=srt://127.0.0.1:\(port)?mode=listener", "!",
                "filesink", "location=\(name)", "buffer-mode=unbuffered",
            ],
            in: workspace.path
        )
    }

    private func waitFor(_ condition: () -> Bool) {
        for _ in 0..<600 where !condition() { usleep(100_000) }
    }

    @Test(.timeLimit(.minutes(15))) func aServerThatComesAndGoesNeverHarmsTheFile() throws {
        let port = try freePort(SOCK_DGRAM)
        // Nobody listens when the recording begins.
        let recording = try workspace.start(
            "record",
            "-d",
            "test",
            "-s",
            "320x180",
            "--json",
            "-t",
            "network-publish",
            "-p",
            "uri=srt://127.0.0.1:\(port)",
            "a.mp4"
        )
        sleep(3)
        for name in ["first.ts", "second.ts"] {
            let receiver = try receiver(port, into: name)
            waitFor { workspace.data(name).count > 200_000 }
            receiver.signal(SIGKILL)
            _ = receiver.wait()
            sleep(2)
        }
        recording.signal(SIGINT)
        let result = recording.wait()
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        #expect(finished["playable"] as? Bool == true)
        #expect(finished["dropped"] as? Int == 0)
        let numbers = try Probe.frameNumbers("a.mp4", in: workspace)
        #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $1 == $0 + 1 })
        #expect(numbers.count == finished["frames"] as? Int)
        for name in ["first.ts", "second.ts"] {
            let probe = try Probe(name, in: workspace)
            #expect(probe.video.codec_name == "h264", "\(name)")
            #expect(probe.audio?.codec_name == "aac", "\(name)")
            #expect(probe.video.frames > 20, "\(name)")
        }
    }

    @Test(.timeLimit(.minutes(15))) func anRTSPServerGetsPictureAndSound() throws {
        let port = try freePort(SOCK_STREAM)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../RtspServer/server.py").standardizedFileURL.path
        // Debian's Python, which has Debian's modules.
        let server = try Child(
            ["/usr/bin/python3", script, "\(port)", workspace.path + "/got"],
            in: workspace.path
        )
        sleep(2)
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "320x180",
            "-D",
            "6s",
            "--json",
            "-t",
            "rtsp-publish",
            "-p",
            "uri=rtsp://127.0.0.1:\(port)/desk",
            "a.mp4"
        )
        server.signal(SIGKILL)
        let log = server.wait()
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("finished").first?["frames"] as? Int == 180)
        // Decoded: the larger one are the pictures.
        let sizes = ["got.0", "got.1"].map { workspace.data($0).count }.sorted()
        #expect(sizes[1] > 30 * 320 * 180 * 3 / 2, "\(log.errors)")
        #expect(sizes[0] > 48_000, "\(log.errors)")
    }

    @Test(.timeLimit(.minutes(15))) func aServerThatIsNotThereIsToldOnce() throws {
        let port = try freePort(SOCK_STREAM)
        let result = try workspace.gstcam(
            "record",
            "-d",
            "test",
            "-s",
            "320x180",
            "-D",
            "6s",
            "--json",
            "-t",
            "rtsp-publish",
            "-p",
            "uri=rtsp://127.0.0.1:\(port)/desk",
            "a.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("warning").filter { $0["code"] as? String == "publish-lost" }.count == 1)
        #expect(result.events("finished").first?["frames"] as? Int == 180)
    }
}
