import CameraManager
import Testing

@testable import class CameraManager.OpenMovie
@testable import struct CameraManager.UserFolders

/// Movies get into the library whole, and replace nothing.
@Suite struct LibraryTests {
    private let bench: Bench
    private let movie: URL

    init() throws {
        bench = try Bench()
        movie = try bench.folder.write("the movie", to: "clip.v1.mov")
    }

    private var names: [String] { bench.folder.names.filter { $0.hasPrefix("library/") } }

    @Test func theFolderIsMadeAndNothingIsReplaced() async throws {
        let places = try await [
            bench.manager.saveMovieToLibrary(videoURL: movie),
            bench.manager.saveMovieToLibrary(videoURL: movie),
            bench.manager.saveMovieToLibrary(videoURL: movie),
        ]
        #expect(places.map(\.lastPathComponent) == ["clip.v1.mov", "clip.v1-1.mov", "clip.v1-2.mov"])
        #expect(names == ["library/clip.v1-1.mov", "library/clip.v1-2.mov", "library/clip.v1.mov"])
        for place in places { #expect(try String(contentsOf: place, encoding: .utf8) == "the movie") }
        #expect(FileManager.default.fileExists(atPath: movie.path))
    }

    @Test func oldMoviesStayAsTheyAre() async throws {
        _ = try bench.folder.write("old", to: "library/clip.v1.mov")
        #expect(
            try await bench.manager.saveMovieToLibrary(videoURL: movie).lastPathComponent == "clip.v1-1.mov"
        )
        #expect(bench.folder.text("library/clip.v1.mov") == "old")
    }

    @Test func manyAtOnceGetANameEach() async throws {
        let movies = try (0..<20).map { try bench.folder.write("movie \($0)", to: "\($0)/clip.mov") }
        let manager = bench.manager
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for movie in movies {
                group.addTask {
                    let place = try await manager.saveMovieToLibrary(videoURL: movie)
                    return try String(contentsOf: place, encoding: .utf8)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(texts) == Set((0..<20).map { "movie \($0)" }))
        #expect(names.count == 20)
    }

    @Test func aMovieThatIsRemovedMeanwhileIsSavedAllTheSame() async throws {
        bench.manager.saveToLibrary(videoURL: movie)
        try FileManager.default.removeItem(at: movie)
        try await bench.until { !names.isEmpty && names.allSatisfy { !$0.contains("/.") } }
        #expect(bench.folder.text("library/clip.v1.mov") == "the movie")
    }

    @Test func anotherFileSystemGetsACopy() async throws {
        let shared = try TemporaryFolder(in: "/dev/shm")
        let attributes = try [shared.path, bench.folder.path].map {
            try FileManager.default.attributesOfItem(atPath: $0)[.systemNumber] as? Int
        }
        try #require(attributes[0] != attributes[1])
        var configuration = CameraManager.Configuration()
        configuration.libraryDirectory = shared.url
        let manager = CameraManager(configuration: configuration)
        _ = try shared.write("old", to: "clip.v1.mov")
        let place = try await manager.saveMovieToLibrary(videoURL: movie)
        #expect(shared.names == ["clip.v1-1.mov", "clip.v1.mov"])
        #expect(place.lastPathComponent == "clip.v1-1.mov")
        #expect(shared.text("clip.v1-1.mov") == "the movie")
        #expect(shared.text("clip.v1.mov") == "old")
    }

    @Test func aFileSystemWithoutLinksGetsItTheOtherWay() throws {
        let opened = try OpenMovie(movie)
        _ = try bench.folder.write("old", to: "library/clip.v1.mov")
        let copy = try bench.folder.write("the copy", to: "library/.copy")
        let place = try opened.moveName(
            in: bench.folder.url.appendingPathComponent("library"),
            of: copy.path
        )
        #expect(names == ["library/clip.v1-1.mov", "library/clip.v1.mov"])
        #expect(try String(contentsOf: place, encoding: .utf8) == "the copy")
        #expect(bench.folder.text("library/clip.v1.mov") == "old")
    }

    @Test func whatCannotBeSavedIsSaid() async throws {
        let missing = bench.folder.url.appendingPathComponent("missing.mov")
        let pipe = bench.folder.url.appendingPathComponent("pipe.mov")
        try #require(mkfifo(pipe.path, 0o600) == 0)
        let address = try #require(URL(string: "https://example.org/a.mov"))
        for (url, words) in [(missing, "cannot be read"), (pipe, "is no movie"), (address, "is no file")] {
            let error = await #expect(throws: AVError.self) {
                try await bench.manager.saveMovieToLibrary(videoURL: url)
            }
            #expect(error?.localizedDescription.contains(words) == true, "\(words)")
        }
        _ = try bench.folder.write("in the way", to: "library")
        let error = await #expect(throws: AVError.self) {
            try await bench.manager.saveMovieToLibrary(videoURL: movie)
        }
        #expect(error?.localizedDescription.contains("there is no folder") == true)
    }
}

/// The desktop's folder for videos is found as the desktop's own tools find it.
@Suite struct UserFoldersTests {
    @Test(arguments: [
        ("", "HOME/Videos"),
        ("XDG_VIDEOS_DIR=\"$HOME/Filme und mehr\"\n", "HOME/Filme und mehr"),
        ("# XDG_VIDEOS_DIR=\"$HOME/No\"\nXDG_MUSIC_DIR=\"$HOME/Music\"\n", "HOME/Videos"),
        ("XDG_VIDEOS_DIR=\"/srv/films\"\n", "/srv/films"),
        ("XDG_VIDEOS_DIR=\"$HOME/a\"\nXDG_VIDEOS_DIR=\"$HOME/b\"\n", "HOME/b"),
        ("XDG_VIDEOS_DIR=\"relative\"\n", "HOME/Videos"),
        ("XDG_VIDEOS_DIR=$HOME/unquoted\n", "HOME/Videos"),
        ("XDG_VIDEOS_DIR=\"$HOME/say \\\"cheese\\\"\"\n", "HOME/say \"cheese\""),
        ("XDG_VIDEOS_DIR=\"$HOMESTEAD/Videos\"\n", "HOME/Videos"),
        ("XDG_VIDEOS_DIR=\"$HOME\"\n", "HOME"),
    ])
    func theFileOfTheDesktopCounts(text: String, expected: String) throws {
        let home = try TemporaryFolder()
        _ = try home.write(text, to: ".config/user-dirs.dirs")
        let found = UserFolders(environment: ["HOME": home.path]).videos.path
        #expect(found == expected.replacing("HOME", with: home.path))
    }

    @Test func theEnvironmentCountsWhereTheFileSaysNothing() throws {
        let home = try TemporaryFolder()
        var environment = ["HOME": home.path, "XDG_VIDEOS_DIR": "/srv/films"]
        #expect(UserFolders(environment: environment).videos.path == "/srv/films")
        environment["XDG_CONFIG_HOME"] = "\(home.path)/other"
        _ = try home.write("XDG_VIDEOS_DIR=\"$HOME/Films\"", to: "other/user-dirs.dirs")
        #expect(UserFolders(environment: environment).videos.path == "\(home.path)/Films")
    }
}
