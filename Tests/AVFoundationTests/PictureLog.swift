import AVFoundation
import Synchronization
import Testing

/// A delegate of a video data output that keeps what it is told, and notices when it is told wrongly.
final class PictureLog: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, Sendable {
    struct Picture: Sendable {
        let picture: DeliveredPicture
        let time: CMTime
        let description: CMFormatDescription?

        /// Its place in time at 30 a second.
        var place: Int { PictureLog.place(time) }
        /// What is added to a picture's number to get its place, the same for all pictures of one run of the camera.
        var shift: Int { place - picture.number }
    }

    struct Drop: Sendable {
        let time: CMTime
        let reason: String?
        let hasData: Bool
    }

    private struct State {
        var pictures: [Picture] = []
        var drops: [Drop] = []
        /// The pictures' places in time at 30 a second, those of dropped ones too, in the order they were told.
        var places: [Int] = []
        var faults: [String] = []
        var isBusy = false
        var number: Int?
    }

    private static let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "pictures")
    private let state = Mutex(State())
    private let hook: @Sendable (CMSampleBuffer) -> Void

    /// - Parameter hook: Called with each picture, inside the delegate's method.
    init(hook: @escaping @Sendable (CMSampleBuffer) -> Void = { _ in }) {
        self.hook = hook
        queue.setSpecific(key: PictureLog.key, value: true)
    }

    var pictures: [Picture] { state.withLock { $0.pictures } }
    var drops: [Drop] { state.withLock { $0.drops } }
    var places: [Int] { state.withLock { $0.places } }
    var faults: [String] { state.withLock { $0.faults } }
    var numbers: [Int] { pictures.map(\.picture.number) }

    func forget() {
        state.withLock { state in
            (state.pictures, state.drops, state.places) = ([], [], [])
        }
    }

    /// Waits for so many pictures.
    func pictures(
        atLeast count: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [Picture] {
        try await until("\(count) pictures come", sourceLocation: sourceLocation) {
            state.withLock { $0.pictures.count } >= count
        }
        return pictures
    }

    private func told(
        _ output: AVCaptureOutput,
        _ connection: AVCaptureConnection,
        _ body: () -> (inout State) -> Void
    ) {
        state.withLock { state in
            if state.isBusy { state.faults.append("two calls at the same time") }
            state.isBusy = true
            if DispatchQueue.getSpecific(key: PictureLog.key) != true {
                state.faults.append("not on the queue")
            }
            if connection.output !== output { state.faults.append("the connection is another output's") }
        }
        let note = body()
        state.withLock { state in
            state.isBusy = false
            note(&state)
        }
    }

    static func place(_ time: CMTime) -> Int { Int((time.seconds * 30).rounded()) }

    func captureOutput(
        _ output: AVCaptureOutput,
        didOutput sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        told(output, connection) {
            hook(sampleBuffer)
            let time = CMSampleBufferGetPresentationTimeStamp(sampleBuffer)
            guard let picture = DeliveredPicture(sampleBuffer) else {
                return { $0.faults.append("no picture") }
            }
            let kept = Picture(picture: picture, time: time, description: sampleBuffer.formatDescription)
            return { state in
                state.pictures.append(kept)
                state.places.append(PictureLog.place(time))
            }
        }
    }

    func captureOutput(
        _ output: AVCaptureOutput,
        didDrop sampleBuffer: CMSampleBuffer,
        from connection: AVCaptureConnection
    ) {
        told(output, connection) {
            let reason = CMGetAttachment(
                sampleBuffer,
                key: kCMSampleBufferAttachmentKey_DroppedFrameReason,
                attachmentModeOut: nil
            )
            let drop = Drop(
                time: sampleBuffer.presentationTimeStamp,
                reason: reason as? String,
                hasData: CMSampleBufferDataIsReady(sampleBuffer) || sampleBuffer.imageBuffer != nil
                    || sampleBuffer.dataBuffer != nil
            )
            return { state in
                state.drops.append(drop)
                state.places.append(PictureLog.place(drop.time))
            }
        }
    }
}
