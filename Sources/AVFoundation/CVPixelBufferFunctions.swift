public import Foundation
internal import GStreamer

/// What a function of Core Video answers; 0 for success.
public typealias CVReturn = Int32
/// It worked.
public let kCVReturnSuccess: CVReturn = 0
/// It did not work.
public let kCVReturnError: CVReturn = -6660
/// An argument makes no sense.
public let kCVReturnInvalidArgument: CVReturn = -6661
/// There is no memory left.
public let kCVReturnAllocationFailed: CVReturn = -6662

/// How a picture is locked.
public struct CVPixelBufferLockFlags: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt64

    /// Makes flags from their bits.
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The pixels will not be changed, so nothing has to be copied.
    public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Opens the pixels of a picture until as many unlocks as locks were called.
///
/// With `.readOnly` nothing is copied. A lock for writing makes a copy of what recordings hold as well, once.
@discardableResult
public func CVPixelBufferLockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ lockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.lock(forWriting: !lockFlags.contains(.readOnly))
}

/// Takes back a lock; pointers into the picture are no longer valid after the last.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
    _ pixelBuffer: CVPixelBuffer,
    _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
    pixelBuffer.unlock()
}

/// Where the pixels begin, for several planes those of the first; nil without a lock.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    pixelBuffer.address(ofPlane: 0)
}

/// Where a plane begins; nil without a lock or such a plane.
///
/// A packed picture counts as one plane.
public func CVPixelBufferGetBaseAddressOfPlane(
    _ pixelBuffer: CVPixelBuffer,
    _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
    pixelBuffer.address(ofPlane: planeIndex)
}

/// The width in pixels.
public func CVPixelBufferGetWidth(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.format.width }

/// The height in pixels.
public func CVPixelBufferGetHeight(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.format.height }

/// The width of a plane in its own samples; 0 without such a plane.
public func CVPixelBufferGetWidthOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.width ?? 0
}

/// The number of rows of a plane; 0 without such a plane.
public func CVPixelBufferGetHeightOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.height ?? 0
}

/// The distance between two rows in bytes, for several planes those of the first.
public func CVPixelBufferGetBytesPerRow(_ pixelBuffer: CVPixelBuffer) -> Int {
    pixelBuffer.plane(0)?.stride ?? 0
}

/// The distance between two rows of a plane in bytes; 0 without such a plane.
public func CVPixelBufferGetBytesPerRowOfPlane(_ pixelBuffer: CVPixelBuffer, _ planeIndex: Int) -> Int {
    pixelBuffer.plane(planeIndex)?.stride ?? 0
}

/// The pixel format.
public func CVPixelBufferGetPixelFormatType(_ pixelBuffer: CVPixelBuffer) -> OSType {
    pixelBuffer.pixelFormat
}

/// Whether the picture has several planes.
public func CVPixelBufferIsPlanar(_ pixelBuffer: CVPixelBuffer) -> Bool { pixelBuffer.planeCount > 0 }

/// The number of planes; 0 for a packed picture.
public func CVPixelBufferGetPlaneCount(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.planeCount }

/// The number of bytes of the picture.
public func CVPixelBufferGetDataSize(_ pixelBuffer: CVPixelBuffer) -> Int { pixelBuffer.content.size }

/// The size of the picture as it is coded.
public func CVImageBufferGetEncodedSize(_ imageBuffer: CVImageBuffer) -> CGSize { imageBuffer.size }

/// The size at which the picture is meant to be shown.
public func CVImageBufferGetDisplaySize(_ imageBuffer: CVImageBuffer) -> CGSize { imageBuffer.size }
