import GStreamer
import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// Devices are found by every name they have, and what is not found is answered with what there is.
@Suite struct DeviceCatalogueTests {
    init() throws { try Gst.initialize() }

    @Test func theTestDevicesAreAlwaysThere() throws {
        #expect(try DeviceCatalogue.camera("test") == DeviceCatalogue.testCamera)
        #expect(try DeviceCatalogue.microphone("test") == DeviceCatalogue.testMicrophone)
        #expect(DeviceCatalogue.testMicrophone.channels == 2)
    }

    @Test func anUnknownCameraListsWhatThereIs() throws {
        let error = #expect(throws: CaptureError.self) { _ = try DeviceCatalogue.camera("no such camera") }
        #expect(error?.code == .noSuchDevice)
        #expect(error?.what == "no camera answers to \"no such camera\"")
        let usable = DeviceCatalogue.cameras().filter { $0.hiddenReason == nil }
        if usable.isEmpty {
            #expect(error?.advice == "There is none at all; use -d test for the built-in test camera")
        } else {
            let names = usable.map { "\($0.name) (\($0.id))" }.joined(separator: ", ")
            #expect(error?.advice == "There are: \(names); or use test")
        }
    }

    @Test func anUnknownMicrophoneListsWhatThereIs() throws {
        let error = #expect(throws: CaptureError.self) { _ = try DeviceCatalogue.microphone("no such one") }
        #expect(error?.code == .noSuchDevice)
        #expect(error?.what == "no microphone answers to \"no such one\"")
        for device in DeviceCatalogue.microphones() where device.hiddenReason == nil {
            #expect(error?.advice.contains(device.id) == true)
        }
    }

    @Test func namesOfAlsaItselfAreTaken() throws {
        let device = try DeviceCatalogue.microphone("plughw:CARD=Nowhere,DEV=7")
        #expect(device.api == .alsa)
        #expect(device.kind == .microphone)
        #expect(device.address == "plughw:CARD=Nowhere,DEV=7")
        #expect(device.id == "plughw:CARD=Nowhere,DEV=7")
        #expect(device.channels == 2)
    }

    @Test func aFileThatIsNoneIsRefused() throws {
        let missing = #expect(throws: CaptureError.self) { _ = try DeviceCatalogue.camera("file:none.mp4") }
        #expect(missing?.code == .unreadableFile)
        #expect(missing?.what == "none.mp4 cannot be played: there is no such file")
        let directory = try TemporaryDirectory()
        try directory.write("not a film at all", to: "a.mp4")
        let broken = #expect(throws: CaptureError.self) {
            _ = try DeviceCatalogue.camera("file:\(directory.path)/a.mp4")
        }
        #expect(broken?.code == .unreadableFile)
        #expect(broken?.what.hasPrefix("\(directory.path)/a.mp4 ") == true)
    }

    @Test func aDeviceAnswersToAllItsNames() {
        let device = CaptureDevice(
            id: "/dev/v4l/by-id/usb-Maker_1234-video-index0",
            name: "HD Webcam",
            kind: .camera,
            api: .v4l2,
            address: "/dev/video2",
            aliases: ["usb-Maker_1234-video-index0", "video2"]
        )
        for text in [device.id, device.address, device.name, "hd webcam", "video2"] + device.aliases {
            #expect(device.answers(to: text), "\(text)")
        }
        for text in ["", "HD", "video", "video20", "VIDEO2", "/dev/video20"] {
            #expect(!device.answers(to: text), "\(text)")
        }
    }

    @Test func templatesSeeTheFactsOfADevice() throws {
        let camera = DeviceCatalogue.testCamera
        let mode = try #require(camera.modes.first)
        #expect(
            camera.matchProperties(for: mode) == [
                "api": ["test"],
                "driver": ["videotestsrc"],
                "card": ["Test camera"],
                "bus": [""],
                "id": ["test"],
                "format": ["video/x-raw", "I420"],
            ]
        )
    }
}
