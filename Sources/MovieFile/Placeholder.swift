public struct MovieFileError: Error, Sendable { public struct Code: Sendable, Hashable { let v: Int; public static let noMedia = Code(v: 1); public static let cannotWrite = Code(v: 2) }
 public let code: Code; public let message: String }
public struct MovieTrack: Sendable { public enum Kind: Sendable, Equatable { case video, audio, other(String) }
 public let kind: Kind; public let sampleCount: Int; public let startsWithSyncSample: Bool }
public struct Movie: Sendable { public let tracks: [MovieTrack]; public let duration: Int64; public let fileSize: Int64 }
public struct FinishedMovie: Sendable { public let movie: Movie; public let changed: Bool }
public enum MovieFinisher { public static func finish(_ p: String) throws(MovieFileError) -> FinishedMovie { throw MovieFileError(code: .cannotWrite, message: "stub") } }
