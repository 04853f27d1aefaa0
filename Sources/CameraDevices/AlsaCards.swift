/// Reads the kernel's lists of sound cards.
struct AlsaCards {
    struct CaptureEntry: Equatable {
        let number: Int
        let card: String
        let device: Int
        let driver: String
        let name: String
    }

    /// Devices that can record, the best default first: real cards before loopbacks, and dummies last.
    let captureDevices: [CaptureEntry]

    /// - Parameters:
    ///   - cards: The text of `/proc/asound/cards`.
    ///   - devices: The text of `/proc/asound/pcm`.
    init(cards: String, devices: String) {
        var known: [Int: (id: String, driver: String, name: String)] = [:]
        for line in cards.split(separator: "\n") {
            // " 0 [Webcam         ]: USB-Audio - HD Webcam"
            guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"),
                let number = Int(line[..<open].filter { $0 != " " })
            else { continue }
            let rest = line[close...].drop { "]: ".contains($0) }
            // The driver has no dash with spaces around it; the card's name may.
            let dash = rest.firstRange(of: " - ")
            known[number] = (
                id: String(line[line.index(after: open)..<close].filter { $0 != " " }),
                driver: String(dash.map { rest[..<$0.lowerBound] } ?? rest),
                name: String(dash.map { rest[$0.upperBound...] } ?? rest)
            )
        }
        var found: [CaptureEntry] = []
        for line in devices.split(separator: "\n")
        where line.contains(": capture ") || line.contains(": capture") {
            // "00-01: Loopback PCM : Loopback PCM : playback 8 : capture 8"
            let numbers = line.prefix { $0 != ":" }.split(separator: "-")
            guard numbers.count == 2, let number = Int(numbers[0]), let device = Int(numbers[1]),
                let card = known[number]
            else { continue }
            found.append(
                CaptureEntry(
                    number: number,
                    card: card.id,
                    device: device,
                    driver: card.driver,
                    name: card.name
                )
            )
        }
        captureDevices = found.enumerated().sorted { left, right in
            let (a, b) = (AlsaCards.rank(left.element), AlsaCards.rank(right.element))
            return a == b ? left.offset < right.offset : a < b
        }
        .map(\.element)
    }

    /// The kernel's loopback plays on device 0 and is recorded from device 1 by custom.
    private static func rank(_ entry: CaptureEntry) -> Int {
        switch entry.driver {
        case "Loopback": entry.device == 1 ? 1 : 2
        case "Dummy": 3
        default: 0
        }
    }
}
