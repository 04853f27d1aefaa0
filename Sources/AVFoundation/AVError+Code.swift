public import Foundation

extension AVError {
    /// What went wrong, under Apple's numbers.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
        /// The error that has these codes.
        public typealias _ErrorType = AVError

        /// Something that has no code of its own.
        case unknown = -11800
        /// There is no memory left.
        case outOfMemory = -11801
        /// The session does not run.
        case sessionNotRunning = -11803
        /// Another session of this program uses the device.
        case deviceAlreadyUsedByAnotherSession = -11804
        /// The recording ended before anything was written.
        case noDataCaptured = -11805
        /// The session was changed while it recorded.
        case sessionConfigurationChanged = -11806
        /// The disk is full, or fell below the space that is kept free.
        case diskFull = -11807
        /// The device went away.
        case deviceWasDisconnected = -11808
        /// The format of the source changed.
        case mediaChanged = -11809
        /// The recording reached its longest duration.
        case maximumDurationReached = -11810
        /// The recording reached its largest size.
        case maximumFileSizeReached = -11811
        /// The source stopped delivering, or left a gap.
        case mediaDiscontinuity = -11812
        /// The file format holds no more.
        case maximumNumberOfSamplesForFileFormatReached = -11813
        /// The device is not there.
        case deviceNotConnected = -11814
        /// Another program uses the device.
        case deviceInUseByAnotherApplication = -11815
        /// Another program configures the device.
        case deviceLockedForConfigurationByAnotherProcess = -11817
        /// The session was interrupted.
        case sessionWasInterrupted = -11818
        /// The sound server was restarted.
        case mediaServicesWereReset = -11819
        /// An export failed.
        case exportFailed = -11820
        /// A decoder failed.
        case decodeFailed = -11821
        /// The source cannot be used.
        case invalidSourceMedia = -11822
        /// The file exists already.
        case fileAlreadyExists = -11823
        /// The segments of a track leave gaps.
        case compositionTrackSegmentsNotContiguous = -11824
        /// The length of a segment is wrong.
        case invalidCompositionTrackSegmentDuration = -11825
        /// The start of a segment is wrong.
        case invalidCompositionTrackSegmentSourceStartTime = -11826
        /// The length of a source is wrong.
        case invalidCompositionTrackSegmentSourceDuration = -11827
        /// The format of the file is not known.
        case fileFormatNotRecognized = -11828
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// Too many photos were asked for at once.
        case maximumStillImageCaptureRequestsExceeded = -11830
        /// The content is protected.
        case contentIsProtected = -11831
        /// There is no picture at that time.
        case noImageAtTime = -11832
        /// A decoder, or another element of GStreamer, is not installed.
        case decoderNotFound = -11833
        /// No installed encoder works.
        case encoderNotFound = -11834
        /// The content may not be used.
        case contentIsNotAuthorized = -11835
        /// The program may not do that.
        case applicationIsNotAuthorized = -11836
        /// The device cannot be used in the background.
        case deviceIsNotAvailableInBackground = -11837
        /// That cannot be done with this asset.
        case operationNotSupportedForAsset = -11838
        /// The decoder is busy.
        case decoderTemporarilyUnavailable = -11839
        /// The encoder is busy.
        case encoderTemporarilyUnavailable = -11840
        /// The composition is wrong.
        case invalidVideoComposition = -11841
        /// A reference is not allowed.
        case referenceForbiddenByReferencePolicy = -11842
        /// The suffix does not fit the file type.
        case invalidOutputURLPathExtension = -11843
        /// The screen cannot be captured.
        case screenCaptureFailed = -11844
        /// The display was turned off.
        case displayWasDisabled = -11845
        /// There is no such light.
        case torchLevelUnavailable = -11846
        /// The operation was cut short.
        case operationInterrupted = -11847
        /// The asset cannot be used here.
        case incompatibleAsset = -11848
        /// The media could not be loaded.
        case failedToLoadMediaData = -11849
        /// The server is set up wrongly.
        case serverIncorrectlyConfigured = -11850
        /// The program may not use the device.
        case applicationIsNotAuthorizedToUseDevice = -11852
        /// Something could not be read.
        case failedToParse = -11853
        /// The file type cannot refer to other files.
        case fileTypeDoesNotSupportSampleReferences = -11854
        /// The media cannot be decoded.
        case undecodableMediaData = -11855
        /// AirPlay needs the internet.
        case airPlayControllerRequiresInternet = -11856
        /// The AirPlay receiver needs the internet.
        case airPlayReceiverRequiresInternet = -11857
        /// The compositor failed.
        case videoCompositorFailed = -11858
        /// A recording is under way.
        case recordingAlreadyInProgress = -11859
        /// A content key could not be asked for.
        case createContentKeyRequestFailed = -11860
        /// The settings cannot be fulfilled.
        case unsupportedOutputSettings = -11861
        /// That is not allowed.
        case operationNotAllowed = -11862
        /// The content is not there.
        case contentIsUnavailable = -11863
        /// The format is not supported.
        case formatUnsupported = -11864
        /// The distances are damaged.
        case malformedDepth = -11865
        /// The content was not updated.
        case contentNotUpdated = -11866
        /// The item can no longer be played.
        case noLongerPlayable = -11867
        /// No variant suits the display.
        case noCompatibleAlternatesForExternalDisplay = -11868
        /// The source has no track.
        case noSourceTrack = -11869
        /// The asset cannot be played elsewhere.
        case externalPlaybackNotSupportedForAsset = -11870
        /// That cannot be done with this preset.
        case operationNotSupportedForPreset = -11871
        /// The cameras together need too much.
        case sessionHardwareCostOverage = -11872
        /// The device does not offer that format.
        case unsupportedDeviceActiveFormat = -11873
        /// The configuration makes no sense.
        case incorrectlyConfigured = -11875
        /// A segment does not begin with a key frame.
        case segmentStartedWithNonSyncSample = -11876
        /// Rosetta is not installed.
        case rosettaNotInstalled = -11877
        /// The operation was cancelled.
        case operationCancelled = -11878
        /// The request for a content key was cancelled.
        case contentKeyRequestCancelled = -11879
        /// The cursor is not valid.
        case invalidSampleCursor = -11880
        /// The samples could not be loaded.
        case failedToLoadSampleData = -11881
        /// The AirPlay receiver is busy.
        case airPlayReceiverTemporarilyUnavailable = -11882
        /// The encoder failed.
        case encodeFailed = -11883
        /// The sandbox does not allow it.
        case sandboxExtensionDenied = -11884
        /// The tones could not be mapped.
        case toneMappingFailed = -11885
    }
}
