/// The pictures that wait for their turn, in own memory, in the order they came.
///
/// A camera's driver has few buffers; holding back its own would starve it.
struct PictureRing {
    private let layout: PictureLayout
    private var pictures: [StoredPicture]
    private var first = 0
    private(set) var count = 0

    init(_ layout: PictureLayout, capacity: Int) {
        self.layout = layout
        pictures = (0..<capacity).map { _ in StoredPicture(layout) }
    }

    var isFull: Bool { count == pictures.count }
    var isEmpty: Bool { count == 0 }

    /// Makes room for more pictures, or gives back the room that stays empty.
    mutating func resize(to capacity: Int) {
        let waiting = (0..<count).map { pictures[(first + $0) % pictures.count] }
        let room = max(capacity, count)
        pictures = waiting + (count..<room).map { _ in StoredPicture(layout) }
        first = 0
    }

    /// Copies a picture in behind the others.
    ///
    /// - Returns: The copy, valid until it is removed.
    mutating func append(_ picture: PicturePlanes) -> StoredPicture {
        precondition(!isFull, "pop what is ready before the next push")
        let place = pictures[(first + count) % pictures.count]
        place.load(picture)
        count += 1
        return place
    }

    /// Takes the oldest picture out; it stays valid until the next append.
    mutating func removeFirst() -> StoredPicture {
        precondition(!isEmpty, "pop only what is ready")
        defer {
            first = (first + 1) % pictures.count
            count -= 1
        }
        return pictures[first]
    }

    mutating func removeAll() {
        first = 0
        count = 0
    }
}
