/// Bits that tell how samples of linear PCM lie in memory.
public typealias AudioFormatFlags = UInt32

/// Samples are floating-point.
public let kAudioFormatFlagIsFloat: AudioFormatFlags = 1
/// The high byte comes first.
public let kAudioFormatFlagIsBigEndian: AudioFormatFlags = 2
/// Whole numbers have a sign.
public let kAudioFormatFlagIsSignedInteger: AudioFormatFlags = 4
/// Samples fill all their bits.
public let kAudioFormatFlagIsPacked: AudioFormatFlags = 8
/// Each channel is by itself.
public let kAudioFormatFlagIsNonInterleaved: AudioFormatFlags = 32

/// How sound lies in memory.
public struct AudioStreamBasicDescription: Sendable, Hashable {
    /// Samples of one channel per second.
    public var mSampleRate: Float64
    /// The codec.
    public var mFormatID: AudioFormatID
    /// How samples of linear PCM lie in memory.
    public var mFormatFlags: AudioFormatFlags
    /// Bytes of one packet.
    public var mBytesPerPacket: UInt32
    /// Frames of one packet; 1 for linear PCM.
    public var mFramesPerPacket: UInt32
    /// Bytes of one sample of all channels.
    public var mBytesPerFrame: UInt32
    /// The number of channels.
    public var mChannelsPerFrame: UInt32
    /// Bits of one sample of one channel.
    public var mBitsPerChannel: UInt32
    /// Always 0.
    public var mReserved: UInt32

    /// A description of nothing.
    public init() {
        self.init(
            mSampleRate: 0,
            mFormatID: 0,
            mFormatFlags: 0,
            mBytesPerPacket: 0,
            mFramesPerPacket: 0,
            mBytesPerFrame: 0,
            mChannelsPerFrame: 0,
            mBitsPerChannel: 0,
            mReserved: 0
        )
    }

    /// Sets every field.
    public init(
        mSampleRate: Float64,
        mFormatID: AudioFormatID,
        mFormatFlags: AudioFormatFlags,
        mBytesPerPacket: UInt32,
        mFramesPerPacket: UInt32,
        mBytesPerFrame: UInt32,
        mChannelsPerFrame: UInt32,
        mBitsPerChannel: UInt32,
        mReserved: UInt32
    ) {
        self.mSampleRate = mSampleRate
        self.mFormatID = mFormatID
        self.mFormatFlags = mFormatFlags
        self.mBytesPerPacket = mBytesPerPacket
        self.mFramesPerPacket = mFramesPerPacket
        self.mBytesPerFrame = mBytesPerFrame
        self.mChannelsPerFrame = mChannelsPerFrame
        self.mBitsPerChannel = mBitsPerChannel
        self.mReserved = mReserved
    }
}
