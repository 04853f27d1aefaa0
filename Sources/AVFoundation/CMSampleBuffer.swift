internal import GStreamer

/// One captured picture or piece of sound, with its format and its times; never changed, so any thread may use it.
public final class CMSampleBuffer: Sendable {
    /// The format.
    public let formatDescription: CMFormatDescription?
    /// The picture; nil for sound and for coded pictures.
    public let imageBuffer: CVImageBuffer?
    /// The bytes of sound or of a coded picture; nil for a raw picture.
    public let dataBuffer: CMBlockBuffer?
    /// When it is shown or heard, in the session's time.
    public let presentationTimeStamp: CMTime
    /// How long it lasts; invalid when nobody said.
    public let duration: CMTime
    /// The number of samples: 1 for a picture, for sound one for each moment, whatever the number of channels.
    public let numSamples: Int
    let byteCount: Int
    /// Why the picture was dropped, in Apple's word; nil for one that is here.
    let droppedFrameReason: String?

    /// Wraps what the engine captured.
    init(_ buffer: Buffer, caps: Caps) {
        let format = CMFormatDescription.describing(caps)
        formatDescription = format
        imageBuffer = CVImageBuffer(buffer, caps: caps)
        dataBuffer = imageBuffer == nil ? CMBlockBuffer(buffer) : nil
        presentationTimeStamp = CMTime(buffer.presentation)
        byteCount = buffer.size
        droppedFrameReason = nil
        if let sound = format?.audioStreamBasicDescription, sound.mBytesPerFrame > 0 {
            numSamples = buffer.size / Int(sound.mBytesPerFrame)
            duration = CMTime(
                value: CMTimeValue(numSamples),
                timescale: CMTimeScale(clamping: Int(sound.mSampleRate))
            )
        } else {
            numSamples = 1
            duration = CMTime(buffer.duration)
        }
    }

    /// Stands for a picture that was dropped: its format and its times, but nothing of its memory.
    init(dropped buffer: Buffer, caps: Caps, reason: String) {
        formatDescription = CMFormatDescription.describing(caps)
        (imageBuffer, dataBuffer) = (nil, nil)
        presentationTimeStamp = CMTime(buffer.presentation)
        duration = CMTime(buffer.duration)
        (numSamples, byteCount) = (0, 0)
        droppedFrameReason = reason
    }

    /// When it is shown or heard; nothing here changes its speed.
    public var outputPresentationTimeStamp: CMTime { presentationTimeStamp }
    /// When it is decoded; invalid, since captured media needs no other order for that.
    public var decodeTimeStamp: CMTime { .invalid }
    /// Always true: a sample never loses what it holds.
    public var isValid: Bool { true }
    /// Whether it holds its data: false only for a picture that was dropped.
    public var dataReady: Bool { droppedFrameReason == nil }
    /// The number of bytes of all samples together.
    public var totalSampleSize: Int { byteCount }
}

/// The picture of a sample; nil for sound and for coded pictures.
public func CMSampleBufferGetImageBuffer(_ sbuf: CMSampleBuffer) -> CVImageBuffer? { sbuf.imageBuffer }

/// The bytes of sound or of a coded picture; nil for a raw picture.
public func CMSampleBufferGetDataBuffer(_ sbuf: CMSampleBuffer) -> CMBlockBuffer? { sbuf.dataBuffer }

/// The format of a sample.
public func CMSampleBufferGetFormatDescription(_ sbuf: CMSampleBuffer) -> CMFormatDescription? {
    sbuf.formatDescription
}

/// When a sample is shown or heard.
public func CMSampleBufferGetPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.presentationTimeStamp
}

/// When a sample is shown or heard; nothing here changes its speed.
public func CMSampleBufferGetOutputPresentationTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime {
    sbuf.presentationTimeStamp
}

/// When a sample is decoded; invalid, since captured media needs no other order for that.
public func CMSampleBufferGetDecodeTimeStamp(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.decodeTimeStamp }

/// How long a sample lasts.
public func CMSampleBufferGetDuration(_ sbuf: CMSampleBuffer) -> CMTime { sbuf.duration }

/// The number of samples.
public func CMSampleBufferGetNumSamples(_ sbuf: CMSampleBuffer) -> Int { sbuf.numSamples }

/// The number of bytes of all samples together.
public func CMSampleBufferGetTotalSampleSize(_ sbuf: CMSampleBuffer) -> Int { sbuf.totalSampleSize }

/// Always true: a sample never loses what it holds.
public func CMSampleBufferIsValid(_ sbuf: CMSampleBuffer) -> Bool { sbuf.isValid }

/// Whether a sample holds its data: false only for a picture that was dropped.
public func CMSampleBufferDataIsReady(_ sbuf: CMSampleBuffer) -> Bool { sbuf.dataReady }
