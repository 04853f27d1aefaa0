import GStreamer

/// The newest coded pictures and their sound, beginning with a picture that a file can begin with.
///
/// Pure; the media are whatever the caller puts in.
struct PreRollRing<Media> {
    private struct Entry {
        let media: Media
        let time: ClockTime
        let isSync: Bool
        let size: Int
    }

    /// Sound that a recording's first picture lies in may begin so much before it.
    private static var soundLead: ClockTime { .milliseconds(300) }
    /// A camera that was silent for so long was away: what came before would stand still for the whole time.
    private static var longestGap: ClockTime { .milliseconds(2000) }
    /// A picture comes so much later than its sound at most, since it has to be steadied and coded.
    private static var longestLead: ClockTime { .milliseconds(5000) }

    private let length: ClockTime
    private let mostBytes: Int
    private var pictures: [Entry] = []
    private var sound: [Entry] = []
    private var bytes = 0

    /// - Parameters:
    ///   - length: How much is kept at least, once so much has come.
    ///   - mostBytes: How much memory the pictures may take; less than `length` is kept then, and nothing while a single
    ///     group of pictures is larger.
    init(length: ClockTime, mostBytes: Int) {
        self.length = length
        self.mostBytes = mostBytes
    }

    /// The first picture's time; nil while there is none.
    var start: ClockTime? { pictures.first?.time }

    /// The newest picture's time; nil while there is none.
    var newest: ClockTime? { pictures.last?.time }

    /// Whether there is sound for the pictures.
    var hasSound: Bool { !sound.isEmpty }

    /// Everything that is kept, in the order of time, sound before the picture of the same moment.
    var contents: [Media] {
        var kept: [Media] = []
        kept.reserveCapacity(pictures.count + sound.count)
        var next = sound.startIndex
        for picture in pictures {
            while next < sound.endIndex, sound[next].time <= picture.time {
                kept.append(sound[next].media)
                next += 1
            }
            kept.append(picture.media)
        }
        return kept + sound[next...].map(\.media)
    }

    /// Takes the next picture.
    /// - Parameters:
    ///   - media: The picture.
    ///   - time: Its time.
    ///   - isSync: Whether a file can begin with it.
    ///   - size: Its bytes.
    mutating func append(picture media: Media, at time: ClockTime, isSync: Bool, size: Int) {
        if let last = pictures.last, time <= last.time || time - last.time > Self.longestGap { removeAll() }
        guard isSync || !pictures.isEmpty else { return }
        pictures.append(Entry(media: media, time: time, isSync: isSync, size: size))
        bytes += size
        trim()
    }

    /// Takes the next piece of sound; without pictures there is nothing to keep it for.
    mutating func append(sound media: Media, at time: ClockTime) {
        if let newest, time - newest > Self.longestLead { return }
        sound.append(Entry(media: media, time: time, isSync: true, size: 0))
        trimSound()
    }

    /// Forgets what lies before a time, up to the next picture that a file can begin with.
    mutating func removeAll(before time: ClockTime) {
        let first = pictures.firstIndex { $0.time >= time && $0.isSync } ?? pictures.endIndex
        removePictures(first)
        trimSound()
    }

    private mutating func removeAll() {
        pictures = []
        bytes = 0
    }

    private mutating func removePictures(_ count: Int) {
        for picture in pictures.prefix(count) { bytes -= picture.size }
        pictures.removeFirst(count)
    }

    /// Whole groups of pictures go: what depends on a picture that went could not be decoded.
    private mutating func trim() {
        guard let newest = pictures.last?.time else { return }
        while let second = pictures.dropFirst().firstIndex(where: \.isSync),
            pictures[second].time <= newest - length || bytes > mostBytes
        {
            removePictures(second)
        }
        if bytes > mostBytes { removeAll() }
        trimSound()
    }

    private mutating func trimSound() {
        guard let newest = sound.last?.time else { return }
        let first = (start ?? newest - length) - Self.soundLead
        sound.removeFirst(sound.firstIndex { $0.time >= first } ?? sound.endIndex)
    }
}
