import GStreamer
import Synchronization
import Testing

@testable import AVFoundation
@testable import CameraCapture

/// Samples hold what the camera and the microphone delivered.
@Suite struct CMSampleBufferTests {
    init() throws { try Gst.initialize() }

    /// Collects what a capture pipeline delivers.
    private final class Collector: Sendable {
        private let pictures = Mutex<[CMSampleBuffer]>([])
        private let sounds = Mutex<[Buffer]>([])

        func add(_ sample: CMSampleBuffer) { pictures.withLock { $0.append(sample) } }
        func add(_ sound: Buffer) { sounds.withLock { $0.append(sound) } }

        func first(_ count: Int) async throws -> [CMSampleBuffer] {
            while pictures.withLock({ $0.count }) < count { try await Task.sleep(for: .milliseconds(10)) }
            return pictures.withLock { Array($0.prefix(count)) }
        }

        func firstSound() async throws -> Buffer {
            while true {
                if let sound = sounds.withLock({ $0.first }) { return sound }
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// The test camera's number: 32 squares in two rows in the lowest eighth, the highest bit first.
    private func number(in picture: CVPixelBuffer) -> Int? {
        CVPixelBufferLockBaseAddress(picture, .readOnly)
        defer { CVPixelBufferUnlockBaseAddress(picture, .readOnly) }
        guard let base = CVPixelBufferGetBaseAddressOfPlane(picture, 0) else { return nil }
        let (width, height) = (CVPixelBufferGetWidth(picture), CVPixelBufferGetHeight(picture))
        let stride = CVPixelBufferGetBytesPerRowOfPlane(picture, 0)
        return (0..<32).reduce(0) { number, bit in
            let x = width * (2 * (bit % 16) + 1) / 32
            let y = height - height / 8 + height / 8 * (2 * (bit / 16) + 1) / 4
            return number * 2 + (base.load(fromByteOffset: y * stride + x, as: UInt8.self) > 128 ? 1 : 0)
        }
    }

    @Test(.timeLimit(.minutes(15))) func theTestCamerasPicturesAreReadThroughTheirPointers() async throws {
        var options = CaptureOptions()
        options.camera = "test"
        options.size = (320, 180)
        let collector = Collector()
        let pipeline = try CapturePipeline(
            selection: CaptureSelection(options: options),
            reopensCamera: false,
            handlers: .init(
                video: { buffer, caps in collector.add(CMSampleBuffer(buffer, caps: caps)) },
                audio: { collector.add($0) },
                lost: { Issue.record("\($0) pictures were lost") },
                cameraFailed: { error, _ in Issue.record("\(error)") },
                cameraReturned: {},
                microphoneFailed: { Issue.record("\($0)") },
                microphoneReturned: {},
                ended: {}
            )
        )
        try pipeline.start()
        let samples = try await collector.first(5)
        let sound = try await collector.firstSound()
        pipeline.stop()
        let numbers = samples.compactMap { CMSampleBufferGetImageBuffer($0).flatMap(number) }
        let first = try #require(numbers.first)
        #expect(numbers == Array(first..<first + 5))
        for (sample, next) in zip(samples, samples.dropFirst()) {
            let step = CMSampleBufferGetPresentationTimeStamp(next) - sample.presentationTimeStamp
            #expect(abs(step.seconds - 1.0 / 30) < 1e-6)
            #expect(abs(CMSampleBufferGetDuration(sample).seconds - 1.0 / 30) < 1e-6)
        }
        let sample = try #require(samples.first)
        let format = try #require(CMSampleBufferGetFormatDescription(sample))
        #expect(CMFormatDescriptionGetMediaType(format) == kCMMediaType_Video)
        #expect(CMVideoFormatDescriptionGetDimensions(format) == CMVideoDimensions(width: 320, height: 180))
        #expect(sample.imageBuffer.map(CVPixelBufferGetPixelFormatType) == format.mediaSubType.rawValue)
        #expect(CMSampleBufferGetNumSamples(sample) == 1 && sample.dataBuffer == nil)
        #expect(sound.size > 0)
    }

    @Test func soundIsCountedAndReadThroughItsBlock() throws {
        let caps = try Caps(
            parsing: "audio/x-raw, format=S16LE, rate=48000, channels=2, layout=interleaved"
        )
        let buffer = try #require(
            Buffer(bytes: (0..<40).map { UInt8($0) }, presentation: .milliseconds(20), duration: nil)
        )
        let sample = CMSampleBuffer(buffer, caps: caps)
        #expect(sample.numSamples == 10 && sample.imageBuffer == nil)
        #expect(sample.duration == CMTime(value: 10, timescale: 48000))
        #expect(sample.presentationTimeStamp == CMTime(value: 20, timescale: 1000))
        let format = try #require(sample.formatDescription)
        #expect(format.mediaType == .audio && format.mediaSubType == .linearPCM)
        let sound = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(format)?.pointee)
        #expect(sound == format.audioStreamBasicDescription)
        #expect(sound.mSampleRate == 48000 && sound.mChannelsPerFrame == 2 && sound.mBitsPerChannel == 16)
        #expect(sound.mFormatFlags == kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked)
        let block = try #require(CMSampleBufferGetDataBuffer(sample))
        #expect(CMBlockBufferGetDataLength(block) == 40)
        #expect(try [UInt8](block.dataBytes()) == (0..<40).map { UInt8($0) })
        var bytes = [UInt8](repeating: 0, count: 4)
        #expect(CMBlockBufferCopyDataBytes(block, atOffset: 36, dataLength: 4, destination: &bytes) == noErr)
        #expect(bytes == [36, 37, 38, 39])
        #expect(CMBlockBufferCopyDataBytes(block, atOffset: 37, dataLength: 4, destination: &bytes) != noErr)
        #expect(CMBlockBufferCopyDataBytes(block, atOffset: 41, dataLength: 0, destination: &bytes) != noErr)
        var (length, total) = (0, 0)
        var pointer: UnsafeMutablePointer<CChar>?
        CMBlockBufferGetDataPointer(
            block,
            atOffset: 30,
            lengthAtOffsetOut: &length,
            totalLengthOut: &total,
            dataPointerOut: &pointer
        )
        #expect(length == 10 && total == 40 && pointer?.pointee == 30)
    }

    @Test func aCodedPictureIsBytes() throws {
        let buffer = try #require(Buffer(bytes: [0xFF, 0xD8]))
        let sample = CMSampleBuffer(buffer, caps: try Caps(parsing: "image/jpeg, width=640, height=480"))
        #expect(
            sample.imageBuffer == nil && sample.dataBuffer?.dataLength == 2 && sample.totalSampleSize == 2
        )
        #expect(sample.formatDescription?.mediaSubType == .jpeg)
        #expect(sample.formatDescription?.dimensions == CMVideoDimensions(width: 640, height: 480))
        #expect(!sample.presentationTimeStamp.isValid && !sample.duration.isValid)
    }

    @Test func formatsAreComparedByWhatTheyDescribe() throws {
        let one = CMFormatDescription.describing(try Caps(parsing: "image/jpeg, width=640, height=480"))
        let same = CMFormatDescription.describing(try Caps(parsing: "image/jpeg, width=640, height=480"))
        let other = CMFormatDescription.describing(try Caps(parsing: "image/jpeg, width=320, height=240"))
        #expect(one == same && one !== same && one != other)
        #expect(CMFormatDescriptionEqual(one, otherFormatDescription: same))
        #expect(CMFormatDescription.describing(try Caps(parsing: "text/x-raw")) == nil)
    }
}
