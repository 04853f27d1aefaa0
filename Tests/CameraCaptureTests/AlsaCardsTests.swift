import Testing

@testable import CameraCapture
@testable import CameraDevices
@testable import Recording

/// The kernel's lists of sound cards, as real machines show them.
@Suite struct AlsaCardsTests {
    private static let cards = """
         0 [Dummy          ]: Dummy - Dummy
                              Dummy 1
         1 [Loopback       ]: Loopback - Loopback
                              Loopback 1
         2 [PCH            ]: HDA-Intel - HDA Intel PCH
                              HDA Intel PCH at 0xf7d10000 irq 32
        10 [C920           ]: USB-Audio - HD Pro Webcam C920
                              HD Pro Webcam C920 at usb-0000:00:14.0-1, high speed
        """

    private static let devices = """
        00-00: Dummy PCM : Dummy PCM : playback 8 : capture 8
        01-00: Loopback PCM : Loopback PCM : playback 8 : capture 8
        01-01: Loopback PCM : Loopback PCM : playback 8 : capture 8
        02-00: ALC892 Analog : ALC892 Analog : playback 1 : capture 1
        02-02: ALC892 Alt Analog : ALC892 Alt Analog : capture 1
        02-03: HDMI 0 : HDMI 0 : playback 1
        10-00: USB Audio : USB Audio : capture 1
        """

    private typealias Entry = AlsaCards.CaptureEntry

    @Test func realCardsComeFirstAndDummiesLast() {
        let found = AlsaCards(cards: AlsaCardsTests.cards, devices: AlsaCardsTests.devices).captureDevices
        #expect(
            found == [
                Entry(number: 2, card: "PCH", device: 0, driver: "HDA-Intel", name: "HDA Intel PCH"),
                Entry(number: 2, card: "PCH", device: 2, driver: "HDA-Intel", name: "HDA Intel PCH"),
                Entry(number: 10, card: "C920", device: 0, driver: "USB-Audio", name: "HD Pro Webcam C920"),
                Entry(number: 1, card: "Loopback", device: 1, driver: "Loopback", name: "Loopback"),
                Entry(number: 1, card: "Loopback", device: 0, driver: "Loopback", name: "Loopback"),
                Entry(number: 0, card: "Dummy", device: 0, driver: "Dummy", name: "Dummy"),
            ]
        )
    }

    @Test func loudspeakersAreNoMicrophones() {
        let found = AlsaCards(cards: AlsaCardsTests.cards, devices: "02-03: HDMI 0 : HDMI 0 : playback 1")
        #expect(found.captureDevices == [])
    }

    @Test func aMachineWithoutSoundHasNone() {
        #expect(AlsaCards(cards: "--- no soundcards ---\n", devices: "").captureDevices == [])
        #expect(AlsaCards(cards: "", devices: "").captureDevices == [])
        #expect(AlsaCards(cards: "", devices: AlsaCardsTests.devices).captureDevices == [])
        #expect(AlsaCards(cards: AlsaCardsTests.cards, devices: "x-y: : capture 1").captureDevices == [])
    }

    @Test func aNameMayHoldADash() {
        let found = AlsaCards(
            cards: " 0 [Mic            ]: USB-Audio - Mini-Mic - second edition",
            devices: "00-00: USB Audio : USB Audio : capture 1"
        )
        #expect(found.captureDevices.first?.driver == "USB-Audio")
        #expect(found.captureDevices.first?.name == "Mini-Mic - second edition")
    }
}
