/// How an attachment travels when a sample is copied.
public typealias CMAttachmentMode = UInt32
/// It stays with the one sample.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// It goes along to copies.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// The key of the reason why a picture was dropped: one of the words below.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason = "DroppedFrameReason"
/// The delegate was still busy with a picture before it.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate = "FrameWasLate"
/// As many pictures were waiting as memory is given for.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers = "OutOfBuffers"
/// The source left something out, nobody knows how much.
public let kCMSampleBufferDroppedFrameReason_Discontinuity = "Discontinuity"

/// What is attached to a sample under a key; nil when nothing is.
///
/// Samples of dropped pictures have the reason under `kCMSampleBufferAttachmentKey_DroppedFrameReason`.
public func CMGetAttachment(
    _ target: CMSampleBuffer,
    key: String,
    attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> Any? {
    guard key == kCMSampleBufferAttachmentKey_DroppedFrameReason, let reason = target.droppedFrameReason
    else {
        return nil
    }
    attachmentModeOut?.pointee = kCMAttachmentMode_ShouldNotPropagate
    return reason
}
