import Dispatch
import Foundation
import GStreamer
import Testing

@testable import CameraCapture
@testable import CameraDevices

/// What a program may use is what the kernel grants, what a person answers, or what a test decrees.
@Suite struct CaptureAccessTests {
    @Test(
        arguments: [
            ([], .authorized), ([0], .authorized), ([EACCES], .denied), ([EACCES, 0], .authorized),
            ([EPERM], .restricted), ([EPERM, EACCES], .denied), ([EBUSY], .authorized),
            ([EACCES, ENODEV], .authorized),
        ] as [([Int32], CaptureAccess.Status)]
    )
    func theKernelDecidesOutsideOfASandbox(errors: [Int32], status: CaptureAccess.Status) {
        #expect(NodeAccess.status(errors) == status)
    }

    @Test(
        arguments: [
            ("authorized", .authorized, true, .authorized), ("denied", .denied, false, .denied),
            ("restricted", .restricted, false, .restricted),
            ("notDetermined", .notDetermined, true, .authorized),
            ("notDetermined:grant", .notDetermined, true, .authorized),
            ("notDetermined:deny", .notDetermined, false, .denied),
        ] as [(String, CaptureAccess.Status, Bool, CaptureAccess.Status)]
    )
    func aDecreeIsObeyed(
        text: String,
        before: CaptureAccess.Status,
        answer: Bool,
        after: CaptureAccess.Status
    ) async throws {
        let queue = DispatchQueue(label: "test.access")
        let rule = try #require(AccessRule(decree: text, queue: queue))
        #expect(rule.status == before)
        for _ in 0..<2 {
            let given = await withCheckedContinuation { continuation in
                rule.request(on: queue) { continuation.resume(returning: $0) }
            }
            #expect(given == answer)
            #expect(rule.status == after)
        }
    }

    @Test(arguments: ["", "yes", "Denied", "denied:grant", "notDetermined:maybe"])
    func anotherTextIsNoDecree(text: String) {
        #expect(AccessRule(decree: text, queue: DispatchQueue(label: "test.access")) == nil)
    }

    @Test func sandboxesAreRecognized() throws {
        let directory = try TemporaryDirectory()
        let root = directory.path
        #expect(!Sandbox.isPresent(root: root) { _ in nil })
        #expect(Sandbox.isPresent(root: root) { $0 == "GSTCAM_ACCESS" ? "portal" : nil })
        #expect(!Sandbox.isPresent(root: root) { $0 == "GSTCAM_ACCESS" ? "nodes" : nil })
        let snap = "\(root)/snap"
        try FileManager.default.createDirectory(
            atPath: "\(snap)/meta",
            withIntermediateDirectories: true
        )
        #expect(Sandbox.isPresent(root: root) { $0 == "SNAP" ? snap : nil })
        try directory.write("name: a\nconfinement: classic\n", to: "snap/meta/snap.yaml")
        #expect(!Sandbox.isPresent(root: root) { $0 == "SNAP" ? snap : nil })
        try directory.write("name: a\nconfinement: strict\n", to: "snap/meta/snap.yaml")
        #expect(Sandbox.isPresent(root: root) { $0 == "SNAP" ? snap : nil })
        try directory.write("", to: ".flatpak-info")
        #expect(Sandbox.isPresent(root: root) { _ in nil })
    }
}

// Exit tests came with Swift 6.2. Each of these needs an environment of its own.
#if compiler(>=6.2)
    /// The whole way, in a process that is told so by its environment.
    @Suite(.serialized) struct CaptureAccessProcessTests {
        @Test(.timeLimit(.minutes(15))) func thePortalIsAskedOnTheSessionBus() async {
            await #expect(processExitsWith: .success) {
                let mock = try MockPortal(#"{}"#)
                setenv("GSTCAM_ACCESS", "portal", 1)
                setenv("DBUS_SESSION_BUS_ADDRESS", mock.address, 1)
                #expect(CaptureAccess.status(for: .camera) == .notDetermined)
                #expect(CaptureAccess.pipeWireRemote() == nil)
                #expect(try mock.calls(of: "AccessCamera") == 0)
                #expect(await CaptureAccess.request(for: .camera))
                #expect(CaptureAccess.status(for: .camera) == .authorized)
                let remote = try #require(CaptureAccess.pipeWireRemote())
                var bytes = [UInt8](repeating: 0, count: 100)
                #expect(read(remote.number, &bytes, bytes.count) == 8)
                #expect(await CaptureAccess.request(for: .camera))
                #expect(try mock.calls(of: "AccessCamera") == 1)
            }
        }

        @Test(.timeLimit(.minutes(15))) func whyItWasRefusedIsInTheLog() async {
            await #expect(processExitsWith: .success) {
                let mock = try MockPortal(#"{"when": "vanish"}"#)
                let directory = try TemporaryDirectory()
                let log = "\(directory.path)/log"
                setenv("GST_DEBUG", "gstcam:2", 1)
                setenv("GST_DEBUG_NO_COLOR", "1", 1)
                setenv("GST_DEBUG_FILE", log, 1)
                setenv("GSTCAM_ACCESS", "portal", 1)
                setenv("DBUS_SESSION_BUS_ADDRESS", mock.address, 1)
                #expect(await !CaptureAccess.request(for: .camera))
                #expect(CaptureAccess.status(for: .camera) == .denied)
                let text = try String(contentsOfFile: log, encoding: .utf8)
                #expect(text.contains("the camera may not be used: the portal went away while it asked"))
            }
        }

        @Test(.timeLimit(.minutes(15))) func aSandboxWithoutASoundServerHasNoMicrophone() async {
            await #expect(processExitsWith: .success) {
                let directory = try TemporaryDirectory()
                setenv("GSTCAM_ACCESS", "portal", 1)
                setenv("XDG_RUNTIME_DIR", directory.path, 1)
                unsetenv("PULSE_SERVER")
                let hasNodes = !Directory.names(in: "/dev/snd").filter { $0.hasSuffix("c") }.isEmpty
                #expect(hasNodes || CaptureAccess.status(for: .microphone) == .denied)
                try directory.write("", to: "pipewire-0")
                #expect(CaptureAccess.status(for: .microphone) == .authorized)
                #expect(await CaptureAccess.request(for: .microphone))
            }
        }

        @Test(.timeLimit(.minutes(15))) func theEnvironmentDecrees() async {
            await #expect(processExitsWith: .success) {
                setenv("GSTCAM_AUTH_VIDEO", "notDetermined:deny", 1)
                setenv("GSTCAM_AUTH_AUDIO", "restricted", 1)
                #expect(CaptureAccess.status(for: .camera) == .notDetermined)
                #expect(CaptureAccess.status(for: .microphone) == .restricted)
                #expect(await !CaptureAccess.request(for: .camera))
                #expect(await !CaptureAccess.request(for: .microphone))
                #expect(CaptureAccess.status(for: .camera) == .denied)
                #expect(CaptureAccess.status(for: .microphone) == .restricted)
            }
        }

        @Test(.timeLimit(.minutes(15))) func withoutACameraNothingIsRefused() async {
            await #expect(processExitsWith: .success) {
                for name in ["GSTCAM_AUTH_VIDEO", "GSTCAM_ACCESS", "SNAP"] { unsetenv(name) }
                let isFree = VideoNode.all().isEmpty
                #expect(!isFree || CaptureAccess.status(for: .camera) == .authorized)
                #expect(
                    await CaptureAccess.request(for: .camera)
                        == (CaptureAccess.status(for: .camera) == .authorized)
                )
            }
        }
    }
#endif
