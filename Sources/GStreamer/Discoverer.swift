internal import CGStreamer

/// Looks into a media file and tells which streams it holds.
public enum Discoverer {
    /// What a file holds.
    public struct Result: Sendable, Hashable {
        /// The length.
        public let duration: ClockTime?
        /// The formats of the video streams.
        public let video: [CapsStructure]
        /// The formats of the audio streams.
        public let audio: [CapsStructure]
    }

    /// Examines a file; blocks up to `timeout`.
    ///
    /// The corresponding C function is `gst_discoverer_discover_uri`.
    /// - Throws: `GStreamerError` with code `.discovery` when it is no media file or cannot be read.
    public static func examine(path: String, timeout: ClockTime) throws(GStreamerError) -> Result {
        var error: UnsafeMutablePointer<GError>?
        guard let uri = gst_filename_to_uri(path, &error) else {
            throw GStreamerError(taking: error, code: .discovery, otherwise: "\(path) is no file name")
        }
        defer { g_free(uri) }
        guard let discoverer = gst_discoverer_new(timeout.unsigned, &error) else {
            throw GStreamerError(taking: error, code: .discovery, otherwise: "no discoverer could be made")
        }
        defer { g_object_unref(discoverer) }
        guard let info = gst_discoverer_discover_uri(discoverer, uri, &error) else {
            throw GStreamerError(taking: error, code: .discovery, otherwise: "\(path) could not be examined")
        }
        defer { g_object_unref(UnsafeMutableRawPointer(info)) }
        if let error {
            throw GStreamerError(taking: error, code: .discovery, otherwise: "\(path) could not be examined")
        }
        return Result(
            duration: ClockTime(gst_discoverer_info_get_duration(info)),
            video: formats(gst_discoverer_info_get_video_streams(info)),
            audio: formats(gst_discoverer_info_get_audio_streams(info))
        )
    }

    private static func formats(_ list: UnsafeMutablePointer<GList>?) -> [CapsStructure] {
        defer { gst_discoverer_stream_info_list_free(list) }
        var result: [CapsStructure] = []
        var node = list
        while let current = node {
            if let stream = current.pointee.data,
                let caps = gst_discoverer_stream_info_get_caps(OpaquePointer(stream))
            {
                result += Caps(reference: MiniObjectReference(owning: caps)).structures
            }
            node = current.pointee.next
        }
        return result
    }
}
