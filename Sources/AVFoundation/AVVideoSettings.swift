// Keys and values of the dictionaries that describe how pictures are coded.

/// The codec: an `AVVideoCodecType` or its word.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"
/// How the picture is fitted into width and height.
public let AVVideoScalingModeKey = "AVVideoScalingModeKey"
/// Cut to the size.
public let AVVideoScalingModeFit = "AVVideoScalingModeFit"
/// Distorted to the size.
public let AVVideoScalingModeResize = "AVVideoScalingModeResize"
/// Scaled to the size, with bars.
public let AVVideoScalingModeResizeAspect = "AVVideoScalingModeResizeAspect"
/// Scaled to fill the size, and cut.
public let AVVideoScalingModeResizeAspectFill = "AVVideoScalingModeResizeAspectFill"
/// A dictionary of the settings below.
public let AVVideoCompressionPropertiesKey = "AVVideoCompressionPropertiesKey"
/// The average bit rate, in bits per second.
public let AVVideoAverageBitRateKey = "AverageBitRate"
/// The quality of JPEG, from 0 to 1.
public let AVVideoQualityKey = "Quality"
/// The largest distance between two key frames, in frames.
public let AVVideoMaxKeyFrameIntervalKey = "MaxKeyFrameInterval"
/// The largest distance between two key frames, in seconds.
public let AVVideoMaxKeyFrameIntervalDurationKey = "MaxKeyFrameIntervalDuration"
/// Whether B frames are allowed.
public let AVVideoAllowFrameReorderingKey = "AllowFrameReordering"
/// The frame rate to expect, a hint for the encoder.
public let AVVideoExpectedSourceFrameRateKey = "ExpectedFrameRate"
/// How many frames a second must not be droppable.
public let AVVideoAverageNonDroppableFrameRateKey = "AverageNonDroppableFrameRate"
/// How H.264 packs its bits.
public let AVVideoH264EntropyModeKey = "H264EntropyMode"
/// Variable-length codes, which every decoder can read.
public let AVVideoH264EntropyModeCAVLC = "CAVLC"
/// Arithmetic coding, which is smaller.
public let AVVideoH264EntropyModeCABAC = "CABAC"
/// The profile and level: one of the constants below.
public let AVVideoProfileLevelKey = "ProfileLevel"
/// H.264, Baseline profile, level 3.0.
public let AVVideoProfileLevelH264Baseline30 = "H264_Baseline_3_0"
/// H.264, Baseline profile, level 3.1.
public let AVVideoProfileLevelH264Baseline31 = "H264_Baseline_3_1"
/// H.264, Baseline profile, level 4.1.
public let AVVideoProfileLevelH264Baseline41 = "H264_Baseline_4_1"
/// H.264, Baseline profile, the level that fits.
public let AVVideoProfileLevelH264BaselineAutoLevel = "H264_Baseline_AutoLevel"
/// H.264, Main profile, level 3.0.
public let AVVideoProfileLevelH264Main30 = "H264_Main_3_0"
/// H.264, Main profile, level 3.1.
public let AVVideoProfileLevelH264Main31 = "H264_Main_3_1"
/// H.264, Main profile, level 3.2.
public let AVVideoProfileLevelH264Main32 = "H264_Main_3_2"
/// H.264, Main profile, level 4.1.
public let AVVideoProfileLevelH264Main41 = "H264_Main_4_1"
/// H.264, Main profile, the level that fits.
public let AVVideoProfileLevelH264MainAutoLevel = "H264_Main_AutoLevel"
/// H.264, High profile, level 4.0.
public let AVVideoProfileLevelH264High40 = "H264_High_4_0"
/// H.264, High profile, level 4.1.
public let AVVideoProfileLevelH264High41 = "H264_High_4_1"
/// H.264, High profile, the level that fits.
public let AVVideoProfileLevelH264HighAutoLevel = "H264_High_AutoLevel"
/// The shape of a pixel: a dictionary of the two spacings.
public let AVVideoPixelAspectRatioKey = "AVVideoPixelAspectRatioKey"
/// The width of a pixel.
public let AVVideoPixelAspectRatioHorizontalSpacingKey = "HorizontalSpacing"
/// The height of a pixel.
public let AVVideoPixelAspectRatioVerticalSpacingKey = "VerticalSpacing"
/// The colours: a dictionary of the three keys below.
public let AVVideoColorPropertiesKey = "AVVideoColorPropertiesKey"
/// The primaries.
public let AVVideoColorPrimariesKey = "AVVideoColorPrimariesKey"
/// The transfer function.
public let AVVideoTransferFunctionKey = "AVVideoTransferFunctionKey"
/// The matrix.
public let AVVideoYCbCrMatrixKey = "AVVideoYCbCrMatrixKey"
/// The primaries of HDTV.
public let AVVideoColorPrimaries_ITU_R_709_2 = "ITU_R_709_2"
/// The transfer function of HDTV.
public let AVVideoTransferFunction_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of HDTV.
public let AVVideoYCbCrMatrix_ITU_R_709_2 = "ITU_R_709_2"
/// The matrix of standard television.
public let AVVideoYCbCrMatrix_ITU_R_601_4 = "ITU_R_601_4"
