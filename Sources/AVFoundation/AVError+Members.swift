// The codes once more as members of the error, so that "catch AVError.diskFull" works.

extension AVError {
    /// Something that has no code of its own.
    public static var unknown: Code { .unknown }
    /// There is no memory left.
    public static var outOfMemory: Code { .outOfMemory }
    /// The session does not run.
    public static var sessionNotRunning: Code { .sessionNotRunning }
    /// Another session of this program uses the device.
    public static var deviceAlreadyUsedByAnotherSession: Code { .deviceAlreadyUsedByAnotherSession }
    /// The recording ended before anything was written.
    public static var noDataCaptured: Code { .noDataCaptured }
    /// The session was changed while it recorded.
    public static var sessionConfigurationChanged: Code { .sessionConfigurationChanged }
    /// The disk is full, or fell below the space that is kept free.
    public static var diskFull: Code { .diskFull }
    /// The device went away.
    public static var deviceWasDisconnected: Code { .deviceWasDisconnected }
    /// The format of the source changed.
    public static var mediaChanged: Code { .mediaChanged }
    /// The recording reached its longest duration.
    public static var maximumDurationReached: Code { .maximumDurationReached }
    /// The recording reached its largest size.
    public static var maximumFileSizeReached: Code { .maximumFileSizeReached }
    /// The source stopped delivering, or left a gap.
    public static var mediaDiscontinuity: Code { .mediaDiscontinuity }
    /// The file format holds no more.
    public static var maximumNumberOfSamplesForFileFormatReached: Code {
        .maximumNumberOfSamplesForFileFormatReached
    }
    /// The device is not there.
    public static var deviceNotConnected: Code { .deviceNotConnected }
    /// Another program uses the device.
    public static var deviceInUseByAnotherApplication: Code { .deviceInUseByAnotherApplication }
    /// Another program configures the device.
    public static var deviceLockedForConfigurationByAnotherProcess: Code {
        .deviceLockedForConfigurationByAnotherProcess
    }
    /// The session was interrupted.
    public static var sessionWasInterrupted: Code { .sessionWasInterrupted }
    /// The sound server was restarted.
    public static var mediaServicesWereReset: Code { .mediaServicesWereReset }
    /// An export failed.
    public static var exportFailed: Code { .exportFailed }
    /// A decoder failed.
    public static var decodeFailed: Code { .decodeFailed }
    /// The source cannot be used.
    public static var invalidSourceMedia: Code { .invalidSourceMedia }
    /// The file exists already.
    public static var fileAlreadyExists: Code { .fileAlreadyExists }
    /// The segments of a track leave gaps.
    public static var compositionTrackSegmentsNotContiguous: Code { .compositionTrackSegmentsNotContiguous }
    /// The length of a segment is wrong.
    public static var invalidCompositionTrackSegmentDuration: Code { .invalidCompositionTrackSegmentDuration }
    /// The start of a segment is wrong.
    public static var invalidCompositionTrackSegmentSourceStartTime: Code {
        .invalidCompositionTrackSegmentSourceStartTime
    }
    /// The length of a source is wrong.
    public static var invalidCompositionTrackSegmentSourceDuration: Code {
        .invalidCompositionTrackSegmentSourceDuration
    }
    /// The format of the file is not known.
    public static var fileFormatNotRecognized: Code { .fileFormatNotRecognized }
    /// The file is damaged.
    public static var fileFailedToParse: Code { .fileFailedToParse }
    /// Too many photos were asked for at once.
    public static var maximumStillImageCaptureRequestsExceeded: Code {
        .maximumStillImageCaptureRequestsExceeded
    }
    /// The content is protected.
    public static var contentIsProtected: Code { .contentIsProtected }
    /// There is no picture at that time.
    public static var noImageAtTime: Code { .noImageAtTime }
    /// A decoder, or another element of GStreamer, is not installed.
    public static var decoderNotFound: Code { .decoderNotFound }
    /// No installed encoder works.
    public static var encoderNotFound: Code { .encoderNotFound }
    /// The content may not be used.
    public static var contentIsNotAuthorized: Code { .contentIsNotAuthorized }
    /// The program may not do that.
    public static var applicationIsNotAuthorized: Code { .applicationIsNotAuthorized }
    /// The device cannot be used in the background.
    public static var deviceIsNotAvailableInBackground: Code { .deviceIsNotAvailableInBackground }
    /// That cannot be done with this asset.
    public static var operationNotSupportedForAsset: Code { .operationNotSupportedForAsset }
    /// The decoder is busy.
    public static var decoderTemporarilyUnavailable: Code { .decoderTemporarilyUnavailable }
    /// The encoder is busy.
    public static var encoderTemporarilyUnavailable: Code { .encoderTemporarilyUnavailable }
    /// The composition is wrong.
    public static var invalidVideoComposition: Code { .invalidVideoComposition }
    /// A reference is not allowed.
    public static var referenceForbiddenByReferencePolicy: Code { .referenceForbiddenByReferencePolicy }
    /// The suffix does not fit the file type.
    public static var invalidOutputURLPathExtension: Code { .invalidOutputURLPathExtension }
    /// The screen cannot be captured.
    public static var screenCaptureFailed: Code { .screenCaptureFailed }
    /// The display was turned off.
    public static var displayWasDisabled: Code { .displayWasDisabled }
    /// There is no such light.
    public static var torchLevelUnavailable: Code { .torchLevelUnavailable }
    /// The operation was cut short.
    public static var operationInterrupted: Code { .operationInterrupted }
    /// The asset cannot be used here.
    public static var incompatibleAsset: Code { .incompatibleAsset }
    /// The media could not be loaded.
    public static var failedToLoadMediaData: Code { .failedToLoadMediaData }
    /// The server is set up wrongly.
    public static var serverIncorrectlyConfigured: Code { .serverIncorrectlyConfigured }
    /// The program may not use the device.
    public static var applicationIsNotAuthorizedToUseDevice: Code { .applicationIsNotAuthorizedToUseDevice }
    /// Something could not be read.
    public static var failedToParse: Code { .failedToParse }
    /// The file type cannot refer to other files.
    public static var fileTypeDoesNotSupportSampleReferences: Code { .fileTypeDoesNotSupportSampleReferences }
    /// The media cannot be decoded.
    public static var undecodableMediaData: Code { .undecodableMediaData }
    /// AirPlay needs the internet.
    public static var airPlayControllerRequiresInternet: Code { .airPlayControllerRequiresInternet }
    /// The AirPlay receiver needs the internet.
    public static var airPlayReceiverRequiresInternet: Code { .airPlayReceiverRequiresInternet }
    /// The compositor failed.
    public static var videoCompositorFailed: Code { .videoCompositorFailed }
    /// A recording is under way.
    public static var recordingAlreadyInProgress: Code { .recordingAlreadyInProgress }
    /// A content key could not be asked for.
    public static var createContentKeyRequestFailed: Code { .createContentKeyRequestFailed }
    /// The settings cannot be fulfilled.
    public static var unsupportedOutputSettings: Code { .unsupportedOutputSettings }
    /// That is not allowed.
    public static var operationNotAllowed: Code { .operationNotAllowed }
    /// The content is not there.
    public static var contentIsUnavailable: Code { .contentIsUnavailable }
    /// The format is not supported.
    public static var formatUnsupported: Code { .formatUnsupported }
    /// The distances are damaged.
    public static var malformedDepth: Code { .malformedDepth }
    /// The content was not updated.
    public static var contentNotUpdated: Code { .contentNotUpdated }
    /// The item can no longer be played.
    public static var noLongerPlayable: Code { .noLongerPlayable }
    /// No variant suits the display.
    public static var noCompatibleAlternatesForExternalDisplay: Code {
        .noCompatibleAlternatesForExternalDisplay
    }
    /// The source has no track.
    public static var noSourceTrack: Code { .noSourceTrack }
    /// The asset cannot be played elsewhere.
    public static var externalPlaybackNotSupportedForAsset: Code { .externalPlaybackNotSupportedForAsset }
    /// That cannot be done with this preset.
    public static var operationNotSupportedForPreset: Code { .operationNotSupportedForPreset }
    /// The cameras together need too much.
    public static var sessionHardwareCostOverage: Code { .sessionHardwareCostOverage }
    /// The device does not offer that format.
    public static var unsupportedDeviceActiveFormat: Code { .unsupportedDeviceActiveFormat }
    /// The configuration makes no sense.
    public static var incorrectlyConfigured: Code { .incorrectlyConfigured }
    /// A segment does not begin with a key frame.
    public static var segmentStartedWithNonSyncSample: Code { .segmentStartedWithNonSyncSample }
    /// Rosetta is not installed.
    public static var rosettaNotInstalled: Code { .rosettaNotInstalled }
    /// The operation was cancelled.
    public static var operationCancelled: Code { .operationCancelled }
    /// The request for a content key was cancelled.
    public static var contentKeyRequestCancelled: Code { .contentKeyRequestCancelled }
    /// The cursor is not valid.
    public static var invalidSampleCursor: Code { .invalidSampleCursor }
    /// The samples could not be loaded.
    public static var failedToLoadSampleData: Code { .failedToLoadSampleData }
    /// The AirPlay receiver is busy.
    public static var airPlayReceiverTemporarilyUnavailable: Code { .airPlayReceiverTemporarilyUnavailable }
    /// The encoder failed.
    public static var encodeFailed: Code { .encodeFailed }
    /// The sandbox does not allow it.
    public static var sandboxExtensionDenied: Code { .sandboxExtensionDenied }
    /// The tones could not be mapped.
    public static var toneMappingFailed: Code { .toneMappingFailed }
}
