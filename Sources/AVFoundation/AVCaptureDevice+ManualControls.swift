internal import Dispatch

// Settings by value, which no camera here takes: the call is ignored, and its completion comes nevertheless, later and
// with an invalid time, so that nobody waits for ever.

extension AVCaptureDevice {
    /// How much each colour is amplified.
    public struct WhiteBalanceGains: Sendable, Hashable {
        /// Red.
        public var redGain: Float
        /// Green.
        public var greenGain: Float
        /// Blue.
        public var blueGain: Float

        /// No amplification.
        public init() { self.init(redGain: 1, greenGain: 1, blueGain: 1) }

        /// Sets all three.
        public init(redGain: Float, greenGain: Float, blueGain: Float) {
            self.redGain = redGain
            self.greenGain = greenGain
            self.blueGain = blueGain
        }
    }

    /// Stands for the lens position as it is.
    public static let currentLensPosition: Float = .greatestFiniteMagnitude
    /// Stands for the sensitivity as it is.
    public static let currentISO: Float = .greatestFiniteMagnitude
    /// Stands for the exposure as it is.
    public static let currentExposureDuration = CMTime.invalid
    /// Stands for the exposure's shift as it is.
    public static let currentExposureTargetBias: Float = .greatestFiniteMagnitude
    /// Stands for the white balance as it is.
    public static let currentWhiteBalanceGains = WhiteBalanceGains()

    /// Not known; no amplification.
    public var deviceWhiteBalanceGains: WhiteBalanceGains { WhiteBalanceGains() }
    /// Always 1.
    public var maxWhiteBalanceGain: Float { 1 }
    /// Not known; 0.
    public var lensAperture: Float { 0 }
    /// Always 0.
    public var exposureTargetOffset: Float { 0 }

    /// Ignored, since the lens cannot be set.
    public func setFocusModeLocked(
        lensPosition: Float,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        ignore(handler)
    }

    /// Ignored, since the exposure cannot be set.
    public func setExposureModeCustom(
        duration: CMTime,
        iso ISO: Float,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        ignore(handler)
    }

    /// Ignored, since the exposure cannot be shifted.
    public func setExposureTargetBias(
        _ bias: Float,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        ignore(handler)
    }

    /// Ignored, since the white balance cannot be set.
    public func setWhiteBalanceModeLocked(
        with whiteBalanceGains: WhiteBalanceGains,
        completionHandler handler: (@Sendable (CMTime) -> Void)? = nil
    ) {
        ignore(handler)
    }

    private func ignore(_ handler: (@Sendable (CMTime) -> Void)?, caller: String = #function) {
        Fault.unsupported(true, caller: caller)
        DispatchQueue.global().async { handler?(.invalid) }
    }
}
