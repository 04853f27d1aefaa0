public import Foundation

// What phones' cameras can do and cameras on Linux cannot be told to: every question is answered with no, and what is
// set is ignored, so that code which asks first, as Apple demands, goes its other way.

extension AVCaptureDevice {
    /// How the lens is focused.
    public enum FocusMode: Int, Sendable {
        /// It stays.
        case locked = 0
        /// It focuses once.
        case autoFocus = 1
        /// It focuses all the time.
        case continuousAutoFocus = 2
    }

    /// Where the lens looks for something to focus on.
    public enum AutoFocusRangeRestriction: Int, Sendable {
        /// Everywhere.
        case none = 0
        /// Near.
        case near = 1
        /// Far.
        case far = 2
    }

    /// How the exposure is set.
    public enum ExposureMode: Int, Sendable {
        /// It stays.
        case locked = 0
        /// It is set once.
        case autoExpose = 1
        /// It is set all the time.
        case continuousAutoExposure = 2
        /// The program sets it.
        case custom = 3
    }

    /// How the white balance is set.
    public enum WhiteBalanceMode: Int, Sendable {
        /// It stays.
        case locked = 0
        /// It is set once.
        case autoWhiteBalance = 1
        /// It is set all the time.
        case continuousAutoWhiteBalance = 2
    }

    /// Always false: a camera may focus by itself, but it cannot be told to.
    public func isFocusModeSupported(_ focusMode: FocusMode) -> Bool { false }
    /// How the lens is focused: `locked`, since it cannot be set.
    public var focusMode: FocusMode {
        get { .locked }
        set { Fault.unsupported(newValue != .locked) }
    }
    /// Always false.
    public var isFocusPointOfInterestSupported: Bool { false }
    /// The middle of the picture.
    public var focusPointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { Fault.unsupported(newValue != focusPointOfInterest) }
    }
    /// Always false.
    public var isAdjustingFocus: Bool { false }
    /// Always false.
    public var isAutoFocusRangeRestrictionSupported: Bool { false }
    /// Always `none`.
    public var autoFocusRangeRestriction: AutoFocusRangeRestriction {
        get { .none }
        set { Fault.unsupported(newValue != .none) }
    }
    /// Always false.
    public var isSmoothAutoFocusSupported: Bool { false }
    /// Always false.
    public var isSmoothAutoFocusEnabled: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
    /// Always false.
    public var isLockingFocusWithCustomLensPositionSupported: Bool { false }
    /// Not known; 1, as far as it goes.
    public var lensPosition: Float { 1 }

    /// Always false.
    public func isExposureModeSupported(_ exposureMode: ExposureMode) -> Bool { false }
    /// How the exposure is set: `locked`, since it cannot be set.
    public var exposureMode: ExposureMode {
        get { .locked }
        set { Fault.unsupported(newValue != .locked) }
    }
    /// Always false.
    public var isExposurePointOfInterestSupported: Bool { false }
    /// The middle of the picture.
    public var exposurePointOfInterest: CGPoint {
        get { CGPoint(x: 0.5, y: 0.5) }
        set { Fault.unsupported(newValue != exposurePointOfInterest) }
    }
    /// Always false.
    public var isAdjustingExposure: Bool { false }
    /// Not known; zero.
    public var exposureDuration: CMTime { .zero }
    /// Not known; 0.
    public var iso: Float { 0 }
    /// Always 0.
    public var exposureTargetBias: Float { 0 }
    /// Always 0: the exposure cannot be shifted.
    public var minExposureTargetBias: Float { 0 }
    /// Always 0: the exposure cannot be shifted.
    public var maxExposureTargetBias: Float { 0 }

    /// Always false.
    public func isWhiteBalanceModeSupported(_ whiteBalanceMode: WhiteBalanceMode) -> Bool { false }
    /// How the white balance is set: `locked`, since it cannot be set.
    public var whiteBalanceMode: WhiteBalanceMode {
        get { .locked }
        set { Fault.unsupported(newValue != .locked) }
    }
    /// Always false.
    public var isAdjustingWhiteBalance: Bool { false }
    /// Always false.
    public var isLockingWhiteBalanceWithCustomDeviceGainsSupported: Bool { false }

    /// Always false: nothing watches the subject, and asking for it does no harm.
    public var isSubjectAreaChangeMonitoringEnabled: Bool {
        get { false }
        set {}
    }
    /// Always false.
    public var isLowLightBoostSupported: Bool { false }
    /// Always false.
    public var isLowLightBoostEnabled: Bool { false }
    /// Always false.
    public var automaticallyEnablesLowLightBoostWhenAvailable: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
    /// Always false: there is nothing to adjust, and asking for it does no harm.
    public var automaticallyAdjustsVideoHDREnabled: Bool {
        get { false }
        set {}
    }
    /// Always false.
    public var isVideoHDREnabled: Bool {
        get { false }
        set { Fault.unsupported(newValue) }
    }
}

extension Fault {
    /// Reports a value that was set and cannot be; the value that is there already is no fault.
    static func unsupported(_ isOther: Bool, caller: String = #function) {
        if isOther { report("this camera does not support it, so it was not changed", caller: caller) }
    }
}
