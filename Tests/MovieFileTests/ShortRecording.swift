import Foundation
import Testing

/// About three seconds in each container, as they are on the disk when the recording is killed.
final class ShortRecording: Sendable, CustomTestStringConvertible {
    static let mp4 = Result { try ShortRecording("mp4", "mp4mux fragment-duration=250", .h264) }
    static let mov = Result { try ShortRecording("mov", "qtmux fragment-duration=250", .h264) }
    static let mkv = Result { try ShortRecording("mkv", "matroskamux offset-to-zero=true", .h264) }
    static let webm = Result { try ShortRecording("webm", "webmmux offset-to-zero=true", .vp8) }
    static let ts = Result { try ShortRecording("ts", "mpegtsmux", .h264) }
    static let all = [mp4, mov, mkv, webm, ts]

    private enum Codecs: String {
        case h264, vp8

        var video: String {
            switch self {
            case .h264: "x264enc tune=zerolatency key-int-max=15 threads=1 ! h264parse"
            case .vp8: "vp8enc deadline=1 keyframe-max-dist=15 threads=1"
            }
        }

        var audio: String {
            switch self {
            case .h264: "avenc_aac ! aacparse"
            case .vp8: "opusenc"
            }
        }
    }

    let suffix: String
    let bytes: [UInt8]

    var testDescription: String { suffix }

    private init(_ suffix: String, _ muxer: String, _ codecs: Codecs) throws {
        self.suffix = suffix
        let folder = try TemporaryFolder()
        let path = folder.path + "/short." + suffix
        // The sources never end, so the muxer never finishes the file.
        let description = """
            videotestsrc is-live=true ! video/x-raw,width=160,height=120,framerate=30/1 \
            ! \(codecs.video) ! queue ! mux. \
            audiotestsrc is-live=true ! audio/x-raw,rate=48000,channels=2 ! \(codecs.audio) ! queue ! mux. \
            \(muxer) name=mux ! filesink buffer-mode=unbuffered location=\(path)
            """
        try run("timeout", "-s", "KILL", "3", "sh", "-c", "exec gst-launch-1.0 -q \(description)")
        bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        try #require(bytes.count > 20_000, "gst-launch-1.0 recorded \(bytes.count) bytes of \(suffix)")
    }
}
