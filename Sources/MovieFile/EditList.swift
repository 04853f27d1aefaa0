/// What an edit list (`elst`) says about the presentation of a track.
struct EditList: Equatable {
    /// How long nothing is presented at first, in units of the movie.
    var delay: Int128 = 0
    /// The time in the track that is presented first.
    var mediaTime: Int128 = 0
    /// How long the rest is presented, in units of the movie; 0 when it is not stated.
    var length: Int128 = 0
    /// Whether one piece of the track is presented, and not several.
    var isSinglePiece = true

    /// Reads the content of an `elst` box; nil when it names no piece of the track.
    init?(_ elst: ArraySlice<UInt8>) {
        var cursor = ByteCursor(elst)
        guard let (version, _) = cursor.versionAndFlags(), let count = cursor.next(UInt32.self) else {
            return nil
        }
        let wide = version == 1
        var hasMedia = false
        for _ in 0..<count {
            guard let duration = cursor.next(wide: wide), let time = cursor.next(wide: wide),
                cursor.next(UInt32.self) != nil
            else { break }
            let isEmpty = wide ? time == UInt64.max : time == UInt64(UInt32.max)
            if isEmpty, !hasMedia {
                delay += Int128(duration)
            } else {
                if hasMedia { isSinglePiece = false } else { mediaTime = Int128(time) }
                hasMedia = true
                length += Int128(duration)
            }
        }
        guard hasMedia else { return nil }
    }
}
