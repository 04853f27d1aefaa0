public import Foundation
internal import GStreamer
internal import Synchronization

/// The bytes of a sample; any thread may read them.
public final class CMBlockBuffer: Sendable {
    private let buffer: Buffer
    // Open until the object goes, since a pointer that was given out must stay valid.
    private let mapping = Mutex<MappedBytes?>(nil)

    init(_ buffer: Buffer) { self.buffer = buffer }

    /// The number of bytes.
    public var dataLength: Int { buffer.size }

    /// A copy of the bytes.
    public func dataBytes() throws -> Data {
        guard let data = buffer.withBytes({ Data($0) }) else {
            throw NSError(domain: NSOSStatusErrorDomain, code: Int(kCMBlockBufferBadPointerParameterErr))
        }
        return data
    }

    /// Where the bytes begin; nil when they cannot be had.
    ///
    /// The pointer is valid while this object lives.
    var address: UnsafePointer<CChar>? {
        let buffer = buffer
        let address = mapping.withLock { mapping in
            if mapping == nil { mapping = MappedBytes(buffer) }
            return UInt(bitPattern: mapping?.bytes.baseAddress)
        }
        return UnsafePointer(bitPattern: address)
    }
}

/// A pointer makes no sense.
public let kCMBlockBufferBadPointerParameterErr: OSStatus = -12706
/// An offset lies outside the bytes.
public let kCMBlockBufferBadOffsetParameterErr: OSStatus = -12704
/// A length lies outside the bytes.
public let kCMBlockBufferBadLengthParameterErr: OSStatus = -12703

/// The number of bytes.
public func CMBlockBufferGetDataLength(_ theBuffer: CMBlockBuffer) -> Int { theBuffer.dataLength }

/// Copies bytes out of a block.
@discardableResult
public func CMBlockBufferCopyDataBytes(
    _ theSourceBuffer: CMBlockBuffer,
    atOffset offsetToData: Int,
    dataLength: Int,
    destination: UnsafeMutableRawPointer
) -> OSStatus {
    let total = theSourceBuffer.dataLength
    guard offsetToData >= 0, offsetToData <= total else { return kCMBlockBufferBadOffsetParameterErr }
    guard dataLength >= 0, dataLength <= total - offsetToData else {
        return kCMBlockBufferBadLengthParameterErr
    }
    guard let address = theSourceBuffer.address else { return kCMBlockBufferBadPointerParameterErr }
    destination.copyMemory(from: address + offsetToData, byteCount: dataLength)
    return noErr
}

/// Tells where the bytes lie; they may only be read, since recordings hold them as well.
@discardableResult
public func CMBlockBufferGetDataPointer(
    _ theBuffer: CMBlockBuffer,
    atOffset offset: Int,
    lengthAtOffsetOut: UnsafeMutablePointer<Int>?,
    totalLengthOut: UnsafeMutablePointer<Int>?,
    dataPointerOut: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> OSStatus {
    let total = theBuffer.dataLength
    guard offset >= 0, offset <= total else { return kCMBlockBufferBadOffsetParameterErr }
    guard let address = theBuffer.address else { return kCMBlockBufferBadPointerParameterErr }
    lengthAtOffsetOut?.pointee = total - offset
    totalLengthOut?.pointee = total
    dataPointerOut?.pointee = UnsafeMutablePointer(mutating: address + offset)
    return noErr
}
