internal import GStreamer
internal import Synchronization

/// A picture; the same type under its several names.
public typealias CVPixelBuffer = CVBuffer
/// A picture; the same type under its several names.
public typealias CVImageBuffer = CVBuffer

/// A picture whose pixels can be had between lock and unlock, without copying when they are only read.
///
/// Any thread may use it. Its memory is also what recordings and previews see, so a lock that allows writing makes a
/// copy first, once for each buffer, and later locks see what was written.
public final class CVBuffer: Sendable, Hashable {
    private struct State {
        var buffer: Buffer
        var isPrivate = false
        var locks = 0
        var mapping: MappedPicture?
        // Open until the last unlock: what was locked for reading when a lock for writing came.
        var outdated: MappedPicture?
    }

    let caps: Caps
    let format: PictureFormat
    private let state: Mutex<State>

    /// Wraps a raw picture; nil when the caps are none.
    init?(_ buffer: Buffer, caps: Caps) {
        guard let format = PictureFormat(caps, of: buffer) else { return nil }
        self.caps = caps
        self.format = format
        state = Mutex(State(buffer: buffer))
    }

    /// Whether both are the same buffer.
    public static func == (left: CVBuffer, right: CVBuffer) -> Bool { left === right }

    /// Feeds the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    /// The buffer as it is now.
    var content: Buffer { state.withLock { $0.buffer } }

    func lock(forWriting: Bool) -> CVReturn {
        let caps = caps
        return state.withLock { state in
            if state.mapping != nil, state.isPrivate || !forWriting {
                state.locks += 1
                return kCVReturnSuccess
            }
            if forWriting, !state.isPrivate {
                guard let copy = state.buffer.copied() else { return kCVReturnAllocationFailed }
                state.buffer = copy
                state.isPrivate = true
            }
            guard let mapping = MappedPicture(state.buffer, caps: caps, writable: state.isPrivate) else {
                return kCVReturnError
            }
            state.outdated = state.mapping
            state.mapping = mapping
            state.locks += 1
            return kCVReturnSuccess
        }
    }

    func unlock() -> CVReturn {
        state.withLock { state in
            guard state.locks > 0 else { return kCVReturnInvalidArgument }
            state.locks -= 1
            if state.locks == 0 { (state.mapping, state.outdated) = (nil, nil) }
            return kCVReturnSuccess
        }
    }

    /// Where a plane begins; nil without a lock.
    func address(ofPlane plane: Int) -> UnsafeMutableRawPointer? {
        let address = state.withLock { UInt(bitPattern: $0.mapping?.address(ofPlane: plane)) }
        return UnsafeMutableRawPointer(bitPattern: address)
    }
}
