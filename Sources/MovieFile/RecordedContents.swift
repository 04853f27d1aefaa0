/// What a file holds, in any of the containers, and how it becomes an ordinary one.
protocol RecordedContents {
    /// What is told to others.
    var movie: Movie { get }

    /// Makes an ordinary file of one that is not.
    ///
    /// What can fail for want of room comes first, so that the file then holds what it held before; an
    /// interruption at any point leaves a file that plays or can be finished again.
    func finish() throws(MovieFileError)
}

extension OpenFile {
    /// Reads what the file holds; its first bytes say in which container.
    mutating func contents() throws(MovieFileError) -> any RecordedContents {
        let beginning = try peek(at: 0, count: 4)
        if beginning.integer(at: 0, as: UInt32.self) == ElementID.ebml.rawValue {
            return try MatroskaFile(reading: &self)
        }
        if try TransportPacket.begins(&self) { return try TransportStreamFile(reading: &self) }
        return try MovieContents(reading: &self)
    }
}
