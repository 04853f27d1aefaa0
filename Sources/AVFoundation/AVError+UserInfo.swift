internal import Foundation

/// The key of the device that failed: an `AVCaptureDevice`.
public let AVErrorDeviceKey = "AVErrorDeviceKey"
/// The key of the time when it happened, or the length of what was recorded: a `CMTime`.
public let AVErrorTimeKey = "AVErrorTimeKey"
/// The key of the size of the file in bytes: a number.
public let AVErrorFileSizeKey = "AVErrorFileSizeKey"
/// The key of the process that holds the device: a number.
public let AVErrorPIDKey = "AVErrorPIDKey"
/// The key that says whether the file is playable in spite of the error: a Boolean.
public let AVErrorRecordingSuccessfullyFinishedKey = "AVErrorRecordingSuccessfullyFinishedKey"
/// The key of the media type: an `AVMediaType`'s word.
public let AVErrorMediaTypeKey = "AVErrorMediaTypeKey"
/// The key of the media subtypes: an array of numbers.
public let AVErrorMediaSubTypeKey = "AVErrorMediaSubTypeKey"
/// The key of the time of a sample: a `CMTime`.
public let AVErrorPresentationTimeStampKey = "AVErrorPresentationTimeStampKey"
/// The key of a track's identifier: a number.
public let AVErrorPersistentTrackIDKey = "AVErrorPersistentTrackIDKey"
/// The key of a file type: an `AVFileType`'s word.
public let AVErrorFileTypeKey = "AVErrorFileTypeKey"
/// The key of GStreamer's own words, for developers; Apple has nothing like it.
public let GstCamErrorDebugKey = "GstCamErrorDebugKey"

extension AVError {
    /// The device that failed.
    public var device: AVCaptureDevice? { userInfo[AVErrorDeviceKey] as? AVCaptureDevice }
    /// The time when it happened, or the length of what was recorded.
    public var time: CMTime? { userInfo[AVErrorTimeKey] as? CMTime }
    /// The size of the file in bytes.
    public var fileSize: Int64? { (userInfo[AVErrorFileSizeKey] as? NSNumber)?.int64Value }
    /// The process that holds the device.
    public var processID: Int? { (userInfo[AVErrorPIDKey] as? NSNumber)?.intValue }
    /// Whether the file is playable in spite of the error; nil when there is no file.
    public var recordingSuccessfullyFinished: Bool? {
        userInfo[AVErrorRecordingSuccessfullyFinishedKey] as? Bool
    }
    /// The media type.
    public var mediaType: AVMediaType? {
        (userInfo[AVErrorMediaTypeKey] as? String).map(AVMediaType.init(rawValue:))
    }
    /// The media subtypes.
    public var mediaSubtypes: [Int]? { userInfo[AVErrorMediaSubTypeKey] as? [Int] }
    /// The time of the sample.
    public var presentationTimeStamp: CMTime? { userInfo[AVErrorPresentationTimeStampKey] as? CMTime }
    /// The track's identifier.
    public var persistentTrackID: Int32? { (userInfo[AVErrorPersistentTrackIDKey] as? NSNumber)?.int32Value }
    /// The file type.
    public var fileType: AVFileType? {
        (userInfo[AVErrorFileTypeKey] as? String).map(AVFileType.init(rawValue:))
    }
}
