import Testing

@testable import CameraCapture

/// What went and what came, from one list to the next.
@Suite struct DeviceChangesTests {
    private func camera(_ id: String, at address: String = "", hidden: String? = nil) -> CaptureDevice {
        CaptureDevice(id: id, name: "c", kind: .camera, api: .v4l2, address: address, hiddenReason: hidden)
    }

    private func microphone(_ id: String) -> CaptureDevice {
        CaptureDevice(id: id, name: "m", kind: .microphone, api: .alsa, address: "")
    }

    private let busy = "another program holds it"
    private let forbidden = "you may not open it: add yourself to the group video and log in again"

    @Test func whatIsThereAtTheStartIsNotTold() {
        var changes = DeviceChanges([camera("a"), microphone("m")])
        #expect(changes.update([microphone("m"), camera("a")]) == [])
        #expect(changes.known == [camera("a"), microphone("m")])
    }

    @Test func whatWentIsToldBeforeWhatCame() {
        var changes = DeviceChanges([camera("a")])
        #expect(
            changes.update([camera("b"), microphone("a")]) == [
                .disconnected(camera("a")), .connected(camera("b")), .connected(microphone("a")),
            ]
        )
        #expect(changes.update([]) == [.disconnected(camera("b")), .disconnected(microphone("a"))])
        #expect(changes.update([]) == [])
        #expect(changes.known == [])
    }

    @Test func aCameraThatComesBackIsTheSame() {
        var changes = DeviceChanges([camera("a", at: "/dev/video0")])
        #expect(changes.update([]) == [.disconnected(camera("a", at: "/dev/video0"))])
        #expect(
            changes.update([camera("a", at: "/dev/video1")]) == [
                .connected(camera("a", at: "/dev/video1"))
            ]
        )
    }

    @Test func aCameraThatMovedBetweenTwoLooksWentAndCame() {
        var changes = DeviceChanges([camera("a", at: "/dev/video0")])
        #expect(
            changes.update([camera("a", at: "/dev/video1")]) == [
                .disconnected(camera("a", at: "/dev/video0")), .connected(camera("a", at: "/dev/video1")),
            ]
        )
    }

    @Test func aDeviceInUseIsStillThere() {
        var changes = DeviceChanges([camera("a")])
        #expect(changes.update([camera("a", hidden: busy)]) == [])
        #expect(changes.update([camera("a")]) == [])
    }

    @Test func whatCannotBeUsedHasNotCome() {
        var changes = DeviceChanges([camera("a", hidden: busy), camera("b", hidden: forbidden)])
        #expect(changes.known == [])
        #expect(changes.update([camera("a", hidden: busy), camera("b", hidden: forbidden)]) == [])
        // Its permissions are set.
        #expect(changes.update([camera("b")]) == [.connected(camera("b"))])
        // And taken away.
        #expect(changes.update([camera("b", hidden: forbidden)]) == [.disconnected(camera("b"))])
    }
}
