import GStreamer
internal import Glibc
import MovieFile

/// Finishes a closed file and reads it back: the only source of what a finish says about a file.
struct FileExaminer {
    /// What a file turned out to hold.
    struct Examination: Sendable {
        var duration = ClockTime.zero
        var bytes: Int64 = 0
        var frames = 0
        var hasAudio = false
        var problem: CaptureError?
        /// What should be done about a file that plays as it is.
        var remark: CaptureError?
    }

    let path: String
    let finishesInPlace: Bool
    let expectsAudio: Bool

    /// - Parameter decodes: Whether the streams are also opened with their decoders, which takes up to a tenth of a
    ///   second.
    /// - Returns: What the file holds, and what is wrong with it.
    func examine(decodes: Bool) -> Examination {
        var result = Examination()
        switch DiskWatch.size(of: path) {
        case .bytes(0): return removed(result)
        case .bytes(let bytes): result.bytes = bytes
        case .missing:
            result.problem = nothingRecorded
            return result
        case nil:
            // What cannot be looked at may well hold everything.
            result.problem = unplayable("\(path) cannot be examined, since its disk does not answer")
            return result
        }
        if finishesInPlace {
            do throws(MovieFileError) {
                note(try MovieFinisher.finish(path).movie, in: &result)
            } catch {
                if error.code == .noMedia { return removed(result) }
                guard error.code == .cannotWrite, let movie = try? MovieFinisher.inspect(path) else {
                    result.problem = unplayable(error.message)
                    return result
                }
                // Without its index: the fragments play as they are, and are what can be told.
                note(movie, in: &result)
                switch error.systemError {
                case ENOSPC, EDQUOT:
                    result.remark = CaptureError(
                        .diskFull,
                        "there was no room for the index of \(path); it plays, but is slow to search",
                        advice: "Free some space and run gstcam recover on it"
                    )
                case EIO: result.problem = FailureClassifier.lost(EIO, path: path).1
                default:
                    result.remark = CaptureError(
                        .writeFailed,
                        "\(error.message); it plays, but is slow to search",
                        advice: "Make the disk writable again and run gstcam recover on it"
                    )
                }
            }
        } else {
            if let number = synchronize() { result.problem = FailureClassifier.lost(number, path: path).1 }
            if let movie = try? MovieFinisher.inspect(path) {
                guard movie.tracks.contains(where: { $0.sampleCount > 0 }) else { return removed(result) }
                note(movie, in: &result)
            } else if let end = count(into: &result) {
                return end
            }
        }
        if result.problem != nil { return result }
        if result.frames == 0 { result.problem = unplayable("\(path) holds no pictures") }
        if expectsAudio, !result.hasAudio { result.problem = unplayable("\(path) holds no sound") }
        if decodes, result.problem == nil { result.problem = opens() }
        return result
    }

    /// Takes apart a file of a container that a template brought.
    /// - Returns: The result if there is nothing more to look at.
    private func count(into result: inout Examination) -> Examination? {
        do throws(GStreamerError) {
            let count = try StreamCounter.count(path: path)
            result.frames = count.frames
            result.hasAudio = count.sounds > 0
            result.duration = count.duration
            guard count.isComplete else {
                result.remark = CaptureError(
                    .stopTimedOut,
                    "\(path) is too large to be read back in time, so its length is not known",
                    advice: "Play it, or look at it with ffprobe"
                )
                return result
            }
            return count.frames > 0 || count.sounds > 0 ? nil : removed(result)
        } catch {
            result.problem = unplayable("\(path) cannot be read back: \(error.message)")
            return result
        }
    }

    private func note(_ movie: Movie, in result: inout Examination) {
        result.bytes = movie.fileSize
        result.duration = ClockTime(nanoseconds: movie.duration)
        for track in movie.tracks {
            if track.kind == .video { result.frames += track.sampleCount }
            if track.kind == .audio, track.sampleCount > 0 { result.hasAudio = true }
            if track.kind == .video, !track.startsWithSyncSample {
                result.problem = unplayable("\(path) does not begin with a key frame")
            }
        }
    }

    private func removed(_ examination: Examination) -> Examination {
        var result = examination
        unlink(path)
        result.bytes = 0
        result.problem = nothingRecorded
        return result
    }

    private var nothingRecorded: CaptureError {
        CaptureError(.nothingRecorded, "nothing was recorded into \(path), so it was not kept")
    }

    private func unplayable(_ what: String) -> CaptureError {
        CaptureError(.unplayable, what, advice: "Keep the file and run gstcam recover on it")
    }

    /// The muxer does not force the file onto the disk; a finish that is told must hold after a power cut.
    /// - Returns: The system's error if the disk did not take it.
    private func synchronize() -> Int32? { FileFlusher.flush(path) }

    private func opens() -> CaptureError? {
        do throws(GStreamerError) {
            let found = try Discoverer.examine(path: path, timeout: .milliseconds(4000))
            return found.video.isEmpty ? unplayable("\(path) shows no pictures when opened") : nil
        } catch {
            return unplayable("\(path) cannot be opened again: \(error.message)")
        }
    }
}
