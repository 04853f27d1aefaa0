/// What a fragment says about one of its tracks before it lists the samples (`tfhd`, `tfdt`).
struct FragmentHeader {
    let track: UInt32
    /// Where in the file the data offsets count from, if that is stated.
    let base: Int128?
    /// Whether data offsets count from the fragment's own box.
    let isBasedOnFragment: Bool
    /// Whether there is no sample for the default duration.
    let isEmpty: Bool
    /// When the first sample is decoded, if that is stated.
    let decodeTime: Int128?
    let defaults: SampleDefaults
    /// The boxes of the track, among them the runs.
    let boxes: ArraySlice<UInt8>

    /// - Parameters:
    ///   - traf: The content of a `traf` box.
    ///   - defaults: What the header of the movie says, by track.
    init?(_ traf: ArraySlice<UInt8>, defaults: [UInt32: SampleDefaults]) {
        guard let box = Boxes(in: traf).first("tfhd") else { return nil }
        var cursor = ByteCursor(box.body)
        guard let (_, flags) = cursor.versionAndFlags(), let track = cursor.next(UInt32.self) else {
            return nil
        }
        var own = defaults[track] ?? SampleDefaults()
        var base: UInt64?
        if flags & 0x1 != 0 {
            guard let value = cursor.next(UInt64.self) else { return nil }
            base = value
        }
        let fields: [(UInt32, WritableKeyPath<SampleDefaults, UInt32>)] = [
            (0x2, \.description), (0x8, \.duration), (0x10, \.size), (0x20, \.flags),
        ]
        for (flag, field) in fields where flags & flag != 0 {
            guard let value = cursor.next(UInt32.self) else { return nil }
            own[keyPath: field] = value
        }
        own.description = max(1, own.description)
        self.track = track
        self.base = base.map { Int128($0) }
        self.defaults = own
        isBasedOnFragment = flags & 0x2_0000 != 0
        isEmpty = flags & 0x1_0000 != 0
        decodeTime = Boxes(in: traf).first("tfdt").flatMap { box in
            var cursor = ByteCursor(box.body)
            guard let (version, _) = cursor.versionAndFlags() else { return nil }
            return cursor.next(wide: version == 1).map { Int128($0) }
        }
        boxes = traf
    }
}

/// A list of samples in a fragment (`trun`), read one by one.
struct FragmentRun {
    /// Samples that are alike: one, or all that need no entry of their own.
    struct Entry {
        var count: UInt32 = 1
        var size: UInt32
        var duration: UInt32
        var compositionOffset: Int32 = 0
        var isSync: Bool
    }

    /// Where the first sample lies from the base of the track on, if that is stated.
    let dataOffset: Int32?
    private let flags: UInt32
    private let defaults: SampleDefaults
    private var firstFlags: UInt32?
    private var left: UInt32
    private var cursor: ByteCursor

    /// - Parameters:
    ///   - trun: The content of the box.
    ///   - defaults: What holds for samples that do not say otherwise.
    init?(_ trun: ArraySlice<UInt8>, defaults: SampleDefaults) {
        var cursor = ByteCursor(trun)
        guard let (_, flags) = cursor.versionAndFlags(), let count = cursor.next(UInt32.self) else {
            return nil
        }
        dataOffset = flags & 0x1 != 0 ? cursor.next(Int32.self) : nil
        firstFlags = flags & 0x4 != 0 ? cursor.next(UInt32.self) : nil
        self.flags = flags
        self.defaults = defaults
        self.cursor = cursor
        left = count
    }

    /// The next samples; nil at the end, also where the box is cut.
    mutating func next() -> Entry? {
        guard left > 0 else { return nil }
        var entry = Entry(
            size: defaults.size,
            duration: defaults.duration,
            isSync: Self.isSync(defaults.flags)
        )
        if flags & 0x100 != 0 {
            guard let duration = cursor.next(UInt32.self) else { return nil }
            entry.duration = duration
        }
        if flags & 0x200 != 0 {
            guard let size = cursor.next(UInt32.self) else { return nil }
            entry.size = size
        }
        if flags & 0x400 != 0 {
            guard let flags = cursor.next(UInt32.self) else { return nil }
            entry.isSync = Self.isSync(flags)
        }
        if flags & 0x800 != 0 {
            // Version 0 says that there is no sign, but writers put negative offsets there as well.
            guard let offset = cursor.next(Int32.self) else { return nil }
            entry.compositionOffset = offset
        }
        if let first = firstFlags {
            entry.isSync = Self.isSync(first)
            firstFlags = nil
        } else if flags & 0xF00 == 0 {
            // Without bytes there is no end to how many samples can be stated, so those are not believed.
            guard entry.size > 0 else { return nil }
            entry.count = left
        }
        left -= entry.count
        return entry
    }

    private static func isSync(_ flags: UInt32) -> Bool {
        flags & 0x1_0000 == 0
    }
}
