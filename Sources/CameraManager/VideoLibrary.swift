internal import AVFoundation

/// The folder that people keep their videos in.
struct VideoLibrary: Sendable {
    /// The folder; nil for the desktop's.
    let directory: URL?
    private let queue = DispatchQueue(label: "com.CameraManager.library", qos: .utility)

    init(directory: URL?) { self.directory = directory }

    /// Puts a movie into the folder, in the background.
    ///
    /// The movie is opened before this returns, so it may be removed at once.
    /// - Parameters:
    ///   - movie: The movie, which stays where it is.
    ///   - completion: Called once, on a private queue, with the movie in the folder.
    func save(_ movie: URL, completion: @escaping @Sendable (Result<URL, any Error>) -> Void) {
        let opened = Result { try OpenMovie(movie) }
        queue.async { completion(Result { try save(opened.get()) }) }
    }

    private func save(_ movie: OpenMovie) throws -> URL {
        let folder = directory ?? UserFolders().videos
        try FlatpakAccess().check(folder)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw AVError(
                .applicationIsNotAuthorized,
                "\(movie.name) was not saved, since there is no folder \(folder.path) and none can be made",
                advice: "Make it, or choose another libraryDirectory",
                cause: error as NSError
            )
        }
        return try movie.place(in: folder)
    }
}
