import GStreamer

/// The last pictures before a recording opens: sound that comes later may still open it there, and when none comes
/// they are its beginning.
struct HeldPictures {
    /// A camera's driver lends its buffers and has not many: older pictures are copies.
    private static let mostLent = 8
    /// Enough for the time that a picture waits for sound in full HD; of larger ones the newest are kept.
    private static let mostBytes = 256 << 20

    /// From old to new.
    private(set) var pictures: [Buffer] = []
    private(set) var bytes = 0

    /// Takes the next picture.
    /// - Parameters:
    ///   - picture: The picture.
    ///   - keepsAll: Whether all of them may still be wanted, not just the newest.
    /// - Returns: How many of those that may still be wanted had to go.
    mutating func append(_ picture: Buffer, keepsAll: Bool) -> Int {
        pictures.append(picture)
        bytes += picture.size
        let firstLent = pictures.count - 1 - HeldPictures.mostLent
        guard firstLent >= 0 else { return 0 }
        guard keepsAll else {
            while pictures.count > HeldPictures.mostLent { removeFirst() }
            return 0
        }
        let before = pictures.count
        if let copy = pictures[firstLent].copied() { pictures[firstLent] = copy }
        while bytes > HeldPictures.mostBytes, pictures.count > 1 { removeFirst() }
        return before - pictures.count
    }

    mutating func removeAll() {
        pictures = []
        bytes = 0
    }

    private mutating func removeFirst() { bytes -= pictures.removeFirst().size }
}
