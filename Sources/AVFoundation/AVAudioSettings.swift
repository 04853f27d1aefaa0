// Keys and values of the dictionaries that describe how sound is coded.

/// A number for a way to code sound.
public typealias AudioFormatID = UInt32

/// Samples as they are.
public let kAudioFormatLinearPCM: AudioFormatID = FourCharCode("lpcm")
/// AAC, low complexity.
public let kAudioFormatMPEG4AAC: AudioFormatID = FourCharCode("aac ")
/// AAC, high efficiency.
public let kAudioFormatMPEG4AAC_HE: AudioFormatID = FourCharCode("aach")
/// Apple Lossless.
public let kAudioFormatAppleLossless: AudioFormatID = FourCharCode("alac")
/// Opus.
public let kAudioFormatOpus: AudioFormatID = FourCharCode("opus")
/// FLAC.
public let kAudioFormatFLAC: AudioFormatID = FourCharCode("flac")
/// MPEG layer 3.
public let kAudioFormatMPEGLayer3: AudioFormatID = FourCharCode(".mp3")
/// Dolby Digital.
public let kAudioFormatAC3: AudioFormatID = FourCharCode("ac-3")
/// Telephone, as in America.
public let kAudioFormatULaw: AudioFormatID = FourCharCode("ulaw")
/// Telephone, as in Europe.
public let kAudioFormatALaw: AudioFormatID = FourCharCode("alaw")

/// The codec: an `AudioFormatID`.
public let AVFormatIDKey = "AVFormatIDKey"
/// Samples per second.
public let AVSampleRateKey = "AVSampleRateKey"
/// The number of channels.
public let AVNumberOfChannelsKey = "AVNumberOfChannelsKey"
/// Bits of one sample of linear PCM.
public let AVLinearPCMBitDepthKey = "AVLinearPCMBitDepthKey"
/// Whether linear PCM has its high byte first.
public let AVLinearPCMIsBigEndianKey = "AVLinearPCMIsBigEndianKey"
/// Whether linear PCM is floating-point.
public let AVLinearPCMIsFloatKey = "AVLinearPCMIsFloatKey"
/// Whether each channel of linear PCM is by itself.
public let AVLinearPCMIsNonInterleaved = "AVLinearPCMIsNonInterleaved"
/// Bits per second.
public let AVEncoderBitRateKey = "AVEncoderBitRateKey"
/// Bits per second of one channel.
public let AVEncoderBitRatePerChannelKey = "AVEncoderBitRatePerChannelKey"
/// Whether the bit rate is constant.
public let AVEncoderBitRateStrategyKey = "AVEncoderBitRateStrategyKey"
/// The quality: an `AVAudioQuality`.
public let AVEncoderAudioQualityKey = "AVEncoderQualityKey"
/// Bits of one sample before coding.
public let AVEncoderBitDepthHintKey = "AVEncoderBitDepthHintKey"
/// The quality of the sample-rate converter: an `AVAudioQuality`.
public let AVSampleRateConverterAudioQualityKey = "AVSampleRateConverterQualityKey"
/// Where the channels are.
public let AVChannelLayoutKey = "AVChannelLayoutKey"
/// The same bit rate all the time.
public let AVAudioBitRateStrategy_Constant = "AVAudioBitRateStrategy_Constant"
/// As many bits as the sound needs.
public let AVAudioBitRateStrategy_Variable = "AVAudioBitRateStrategy_Variable"

/// How good a coding or conversion of sound should be.
public enum AVAudioQuality: Int, Sendable {
    /// The least effort.
    case min = 0
    /// Little effort.
    case low = 0x20
    /// Some effort.
    case medium = 0x40
    /// Much effort.
    case high = 0x60
    /// The most effort.
    case max = 0x7F
}
