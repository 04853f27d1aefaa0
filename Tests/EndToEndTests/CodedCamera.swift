import Foundation

/// A test camera that codes its pictures itself, as some USB cameras do.
enum CodedCamera {
    /// A template for `-d test`, to be given with `-t`.
    /// - Parameter keyframeDistance: Pictures from one key frame to the next.
    /// - Returns: The text of the file.
    static func template(keyframeDistance: Int) -> Data {
        let text = """
            [template]
            summary = a camera with its own H.264
            extends = test
            delivers = h264

            [video.source]
            videotestsrc name=camera is-live=true
            ! video/x-raw, format=I420, width=${width}, height=${height}, framerate=${framerate}
            ! x264enc tune=zerolatency speed-preset=ultrafast key-int-max=\(keyframeDistance) option-string=scenecut=0
            ! video/x-h264, profile=baseline
            ! h264parse config-interval=-1

            [video.filter]

            [video.encoder]

            """
        return Data(text.utf8)
    }
}
