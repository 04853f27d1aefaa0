/// One stream of a transport stream, counted unit by unit: a picture, or a piece of sound.
struct TransportStream {
    /// A unit of which more may follow.
    struct Unit {
        /// Where it begins in the file.
        let offset: Int64
        let isRandomAccess: Bool
        /// When it is presented, in units of 1/90000 s.
        let time: Int64?
        /// How many bytes it has; 0 for pictures that do not say so.
        let length: Int
        var taken = 0
        var endsStuffed = false

        /// Whether all of it is there.
        ///
        /// One that does not say its length ends with a packet that was filled up.
        var isComplete: Bool { length > 0 ? taken >= length : endsStuffed }
    }

    let id: UInt16
    let kind: MovieTrack.Kind
    private(set) var units = 0
    private(set) var randomAccessUnits = 0
    private(set) var startsWithRandomAccess = false
    /// From the first presentation to the last, without how long that lasts.
    private(set) var times: (first: Int64, last: Int64)?
    private(set) var open: Unit?
    /// Where the last packet ends.
    private var lastEnd: Int64 = 0
    /// Where the last packet ends that came before the open unit.
    private var closedEnd: Int64 = 0

    /// The time that the next one is compared with, since times begin again at zero after a day.
    private var clock: Int64?

    /// Begins with a packet in which a unit starts; nil for a stream without pictures or sound.
    init?(_ packet: TransportPacket) {
        guard let kind = Self.kind(of: packet) else { return nil }
        self.kind = kind
        id = packet.stream
    }

    private static func kind(of packet: TransportPacket) -> MovieTrack.Kind? {
        guard packet.startsUnit, let start = packet.payload.integer(at: 0, as: UInt32.self), start >> 8 == 1
        else { return nil }
        switch start & 0xFF {
        case 0xE0...0xEF: return .video
        // Private streams carry newer sound, such as Opus.
        case 0xC0...0xDF, 0xBD, 0xFD: return .audio
        default: return nil
        }
    }

    /// Where the last packet of what is complete ends.
    var end: Int64 { open == nil ? lastEnd : closedEnd }

    /// Takes a packet of this stream.
    mutating func take(_ packet: TransportPacket, at offset: Int64) {
        if packet.startsUnit {
            if let open { count(open) }
            closedEnd = lastEnd
            let payload = packet.payload
            let stated = Int(payload.integer(at: 4, as: UInt16.self) ?? 0)
            open = Unit(
                offset: offset,
                // Every piece of sound can be decoded without others, marked or not.
                isRandomAccess: packet.isRandomAccess || kind == .audio,
                time: Self.time(payload).map { nearest($0) },
                length: stated > 0 ? stated + 6 : 0
            )
        }
        open?.taken += packet.payload.count
        open?.endsStuffed = packet.isStuffed
        lastEnd = offset + TransportPacket.length
    }

    /// Counts the last unit if it is complete; it stays open otherwise.
    mutating func close() {
        guard let last = open, last.isComplete else { return }
        count(last)
        open = nil
    }

    /// Nothing more of the last unit follows, though what does is of this stream again.
    mutating func interrupt() {
        close()
        open = nil
    }

    private mutating func count(_ unit: Unit) {
        if units == 0 { startsWithRandomAccess = unit.isRandomAccess }
        units += 1
        if unit.isRandomAccess { randomAccessUnits += 1 }
        guard let time = unit.time else { return }
        times = (min(times?.first ?? time, time), max(times?.last ?? time, time))
    }

    /// How long the stream is presented, in units of 1/90000 s; the last unit lasts as long as those before.
    var duration: Int64 {
        guard let times, units > 1 else { return 0 }
        return times.last - times.first + (times.last - times.first) / Int64(units - 1)
    }

    private static func time(_ payload: ArraySlice<UInt8>) -> Int64? {
        guard let flags = payload.integer(at: 7, as: UInt8.self), flags & 0x80 != 0,
            let high = payload.integer(at: 9, as: UInt8.self),
            let middle = payload.integer(at: 10, as: UInt16.self),
            let low = payload.integer(at: 12, as: UInt16.self)
        else { return nil }
        return Int64(high >> 1 & 7) << 30 | Int64(middle >> 1) << 15 | Int64(low >> 1)
    }

    /// A time of 33 bits, put where it is nearest to the one before.
    private mutating func nearest(_ time: Int64) -> Int64 {
        let cycle: Int64 = 1 << 33
        guard let clock else {
            self.clock = time
            return time
        }
        var distance = (time - clock) % cycle
        if distance < -cycle / 2 { distance += cycle }
        if distance >= cycle / 2 { distance -= cycle }
        self.clock = clock + distance
        return clock + distance
    }
}
