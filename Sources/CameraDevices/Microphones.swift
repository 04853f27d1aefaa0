internal import GStreamer
internal import Recording

/// Finds microphones: those of a sound server where one runs, else the cards of ALSA.
enum Microphones {
    static func all() -> [CaptureDevice] {
        let served = serverDevices()
        return served + alsaDevices()
    }

    /// Sources of a running PulseAudio or PipeWire; a server's monitors of loudspeakers are no microphones.
    private static func serverDevices() -> [CaptureDevice] {
        DeviceMonitor.devices(ofClass: "Audio/Source").compactMap { device in
            let api: CaptureDevice.API
            switch device.elementFactory {
            case "pulsesrc": api = .pulse
            case "pipewiresrc": api = .pipewire
            default: return nil
            }
            guard let address = device.elementDevice, !address.hasSuffix(".monitor") else { return nil }
            return CaptureDevice(
                id: address,
                name: device.displayName,
                kind: .microphone,
                api: api,
                address: address,
                driver: api.rawValue,
                channels: 2
            )
        }
    }

    /// ALSA's capture devices, read from `/proc/asound`, which is there with every kernel that has sound.
    private static func alsaDevices() -> [CaptureDevice] {
        let cards = AlsaCards(
            cards: Directory.text(of: "/proc/asound/cards") ?? "",
            devices: Directory.text(of: "/proc/asound/pcm") ?? ""
        )
        return cards.captureDevices.map { device in
            let address = "hw:CARD=\(device.card),DEV=\(device.device)"
            let channels = channelCount(of: address)
            return CaptureDevice(
                id: address,
                name: device.name,
                kind: .microphone,
                api: .alsa,
                address: address,
                driver: device.driver,
                aliases: [
                    "hw:\(device.card),\(device.device)", "hw:\(device.number),\(device.device)", device.card,
                ],
                channels: channels ?? 2,
                hiddenReason: channels == nil ? "it cannot be opened: another program may use it" : nil
            )
        }
    }

    /// One for a device that only has one channel, else two; nil when it cannot be opened.
    private static func channelCount(of address: String) -> Int? {
        do throws(GStreamerError) {
            let source = try Element(factory: "alsasrc")
            try source.setProperty("device", to: address)
            try source.setState(.ready)
            defer { try? source.setState(.null) }
            let channels =
                source.pad(named: "src")?.queryCaps()?.structures.compactMap { $0["channels"] } ?? []
            return channels.contains { $0 != .integer(1) } || channels.isEmpty ? 2 : 1
        } catch {
            return nil
        }
    }
}
