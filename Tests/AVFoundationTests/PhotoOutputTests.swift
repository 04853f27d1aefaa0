import Synchronization
import Testing

@testable import AVFoundation

/// A delegate of a photo output that keeps what it is told.
private final class PhotoLog: NSObject, AVCapturePhotoCaptureDelegate, Sendable {
    struct State {
        /// The calls for each photo, by the number of its settings.
        var calls: [Int64: [String]] = [:]
        var photos: [Int64: AVCapturePhoto] = [:]
        /// The errors of both last calls.
        var errors: [Int64: [AVError?]] = [:]
        var sizes: [Int64: [CMVideoDimensions]] = [:]
    }

    private let state = Mutex(State())

    static let wholeWay = [
        "willBegin", "willCapture", "didCapture", "didFinishProcessing", "didFinishCapture",
    ]
    static let end = ["didFinishProcessing", "didFinishCapture"]

    func calls(_ id: Int64) -> [String] { state.withLock { $0.calls[id] ?? [] } }
    func photo(_ id: Int64) -> AVCapturePhoto? { state.withLock { $0.photos[id] } }
    func errors(_ id: Int64) -> [AVError?] { state.withLock { $0.errors[id] ?? [] } }
    func sizes(_ id: Int64) -> [CMVideoDimensions] { state.withLock { $0.sizes[id] ?? [] } }

    /// Takes a photo and waits for its end.
    func take(
        _ settings: AVCapturePhotoSettings,
        with output: AVCapturePhotoOutput,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = calls(settings.uniqueID).count { $0 == "didFinishCapture" }
        output.capturePhoto(with: settings, delegate: self)
        try await until("the photo ends", sourceLocation: sourceLocation) {
            calls(settings.uniqueID).count { $0 == "didFinishCapture" } > before
        }
    }

    private func told(_ call: String, _ settings: AVCaptureResolvedPhotoSettings) {
        state.withLock { state in
            state.calls[settings.uniqueID, default: []].append(call)
            state.sizes[settings.uniqueID, default: []].append(settings.photoDimensions)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willBeginCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { told("willBegin", resolvedSettings) }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        willCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { told("willCapture", resolvedSettings) }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didCapturePhotoFor resolvedSettings: AVCaptureResolvedPhotoSettings
    ) { told("didCapture", resolvedSettings) }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishProcessingPhoto photo: AVCapturePhoto,
        error: (any Error)?
    ) {
        told("didFinishProcessing", photo.resolvedSettings)
        state.withLock { state in
            state.photos[photo.resolvedSettings.uniqueID] = photo
            state.errors[photo.resolvedSettings.uniqueID, default: []].append(error as? AVError)
        }
    }

    func photoOutput(
        _ output: AVCapturePhotoOutput,
        didFinishCaptureFor resolvedSettings: AVCaptureResolvedPhotoSettings,
        error: (any Error)?
    ) {
        state.withLock { $0.errors[resolvedSettings.uniqueID, default: []].append(error as? AVError) }
        told("didFinishCapture", resolvedSettings)
    }
}

extension Conformance {
    /// Photos: what the delegate is told, and what is in them.
    @Suite(.serialized) struct PhotoOutputTests {
        let studio: Studio
        let output = AVCapturePhotoOutput()
        private let log = PhotoLog()

        init() throws {
            studio = try Studio(preset: .vga640x480, hasSound: false)
            studio.session.addOutput(output)
        }

        /// The number that the test camera drew into a photo.
        private func number(_ photo: AVCapturePhoto?, _ name: String) throws -> Int {
            let url = studio.url(name)
            try #require(photo?.fileDataRepresentation()).write(to: url)
            let movie = try Movie(url)
            #expect((movie.width, movie.height, movie.frames) == (640, 480, 1))
            #expect(movie.decodes)
            let pictures = try movie.pictures()
            // A JPEG file's black is 0, its white 255.
            #expect(pictures.bytes.suffix(640 * 60).min().map { $0 < 6 } == true)
            #expect(pictures.bytes.suffix(640 * 60).max().map { $0 > 249 } == true)
            return try #require(pictures.numbers.first)
        }

        private func expectFailure(
            _ id: Int64,
            _ code: AVError.Code,
            calls: [String] = PhotoLog.end,
            sourceLocation: SourceLocation = #_sourceLocation
        ) {
            #expect(log.calls(id) == calls, sourceLocation: sourceLocation)
            #expect(log.errors(id).map { $0?.code } == [code, code], sourceLocation: sourceLocation)
            let sentence = log.errors(id).first.flatMap { $0 }?.localizedDescription ?? ""
            #expect(sentence.count > 20, sourceLocation: sourceLocation)
            #expect(log.photo(id)?.fileDataRepresentation() == nil, sourceLocation: sourceLocation)
            #expect(log.photo(id)?.timestamp.isValid == false, sourceLocation: sourceLocation)
        }

        @Test(.timeLimit(.minutes(15))) func photosAreTakenWhileAMovieIsRecorded() async throws {
            studio.session.startRunning()
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            var numbers: [Int] = []
            var shifts: Set<Int> = []
            for index in 0..<4 {
                let settings = AVCapturePhotoSettings()
                try await log.take(settings, with: output)
                let id = settings.uniqueID
                #expect(log.calls(id) == PhotoLog.wholeWay)
                #expect(log.errors(id).allSatisfy { $0 == nil })
                #expect(log.sizes(id).allSatisfy { $0 == CMVideoDimensions(width: 640, height: 480) })
                let photo = try #require(log.photo(id))
                #expect(photo.resolvedSettings.uniqueID == id)
                #expect((photo.photoCount, photo.isRawPhoto) == (1, false))
                #expect(photo.metadata["PixelWidth"] as? Int == 640)
                let number = try number(photo, "\(index).jpg")
                shifts.insert(PictureLog.place(photo.timestamp) - number)
                numbers.append(number)
            }
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: url).error == nil)
            #expect(numbers == Set(numbers).sorted())
            #expect(shifts.count == 1, "the times are those of the pictures")
            let recorded = try Movie(url).pictures().numbers
            #expect(Pictures.isConsecutive(recorded))
            #expect(Set(numbers).isSubset(of: recorded))
        }

        @Test(.timeLimit(.minutes(15))) func severalPhotosMayBeUnderWay() async throws {
            studio.session.startRunning()
            let all = (0..<10).map { _ in AVCapturePhotoSettings() }
            #expect(Set(all.map(\.uniqueID)).count == 10)
            for settings in all { output.capturePhoto(with: settings, delegate: log) }
            try await until("all end") {
                all.allSatisfy { log.calls($0.uniqueID).last == "didFinishCapture" }
            }
            for settings in all { #expect(log.calls(settings.uniqueID) == PhotoLog.wholeWay) }
        }

        @Test(.timeLimit(.minutes(15))) func theQualityDecidesTheSize() async throws {
            studio.session.startRunning()
            var sizes: [Int] = []
            for quality in [0.05, 0.6, 1.0] {
                let settings = AVCapturePhotoSettings(format: [
                    AVVideoCodecKey: AVVideoCodecType.jpeg,
                    AVVideoCompressionPropertiesKey: [AVVideoQualityKey: quality],
                ])
                try await log.take(settings, with: output)
                sizes.append(try #require(log.photo(settings.uniqueID)?.fileDataRepresentation()).count)
            }
            #expect(sizes == sizes.sorted() && sizes[2] > 2 * sizes[0], "\(sizes)")
        }

        @Test(.timeLimit(.minutes(15))) func theConnectionMirrorsPhotos() async throws {
            studio.session.startRunning()
            let plain = AVCapturePhotoSettings()
            try await log.take(plain, with: output)
            try #require(output.connection(with: .video)).isVideoMirrored = true
            let mirrored = AVCapturePhotoSettings()
            try await log.take(mirrored, with: output)
            let (first, second) = (log.photo(plain.uniqueID), log.photo(mirrored.uniqueID))
            let places = [first, second].compactMap { $0.map { PictureLog.place($0.timestamp) } }
            let number = try number(first, "a.jpg") + places[1] - places[0]
            // The squares of each row change places.
            let expected = (0..<16).reduce(0) { $0 | (number >> $1 & 1) << (15 - $1) }
            #expect(try self.number(second, "b.jpg") == expected)
        }

        @Test(.timeLimit(.minutes(15))) func settingsCanBeUsedOnce() async throws {
            studio.session.startRunning()
            let settings = AVCapturePhotoSettings()
            try await log.take(settings, with: output)
            #expect(log.calls(settings.uniqueID) == PhotoLog.wholeWay)
            try await log.take(settings, with: output)
            #expect(log.calls(settings.uniqueID) == PhotoLog.wholeWay + PhotoLog.end)
            #expect(log.errors(settings.uniqueID).last.flatMap { $0 }?.code == .incorrectlyConfigured)
            let again = AVCapturePhotoSettings(from: settings)
            #expect(again.uniqueID != settings.uniqueID)
            try await log.take(again, with: output)
            #expect(log.calls(again.uniqueID) == PhotoLog.wholeWay)
        }

        @Test(.timeLimit(.minutes(15))) func whatStandsInTheWayIsToldOnce() async throws {
            let early = AVCapturePhotoSettings()
            try await log.take(early, with: output)
            expectFailure(early.uniqueID, .sessionNotRunning)
            let alone = AVCapturePhotoSettings()
            try await log.take(alone, with: AVCapturePhotoOutput())
            expectFailure(alone.uniqueID, .sessionNotRunning)
            studio.session.startRunning()
            let connection = try #require(output.connection(with: .video))
            connection.isEnabled = false
            let disabled = AVCapturePhotoSettings()
            try await log.take(disabled, with: output)
            expectFailure(disabled.uniqueID, .sessionNotRunning)
            connection.isEnabled = true
            for format: [String: Any] in [
                [AVVideoCodecKey: AVVideoCodecType.hevc],
                [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA],
            ] {
                let other = AVCapturePhotoSettings(format: format)
                try await log.take(other, with: output)
                expectFailure(other.uniqueID, .unsupportedOutputSettings)
            }
        }

        @Test(.timeLimit(.minutes(15))) func aStopDuringAPhotoEndsIt() async throws {
            for _ in 0..<5 {
                studio.session.startRunning()
                let settings = AVCapturePhotoSettings()
                output.capturePhoto(with: settings, delegate: log)
                studio.session.stopRunning()
                // Well within the ten seconds that a photo waits for a camera which is stuck.
                try await until("the photo ends", seconds: 8) {
                    log.calls(settings.uniqueID).last == "didFinishCapture"
                }
                if log.errors(settings.uniqueID) == [nil, nil] {
                    #expect(log.calls(settings.uniqueID) == PhotoLog.wholeWay)
                } else {
                    expectFailure(
                        settings.uniqueID,
                        .sessionNotRunning,
                        calls: ["willBegin", "willCapture"] + PhotoLog.end
                    )
                }
            }
        }

        @Test(.timeLimit(.minutes(15))) func theDelegateIsHeldUntilTheEnd() async throws {
            studio.session.startRunning()
            weak var gone: PhotoLog?
            let settings = AVCapturePhotoSettings()
            do {
                let brief = PhotoLog()
                gone = brief
                output.capturePhoto(with: settings, delegate: brief)
            }
            try await until("the delegate goes") { gone == nil }
        }

        @Test func whatCamerasHereCannotDoIsSaid() {
            #expect(output.availablePhotoCodecTypes == [.jpeg])
            #expect(output.availablePhotoFileTypes == [.jpg])
            #expect(output.supportedPhotoCodecTypes(for: .jpg) == [.jpeg])
            #expect(output.supportedPhotoCodecTypes(for: .heic) == [])
            #expect(output.availablePhotoPixelFormatTypes == [])
            #expect(output.availableRawPhotoPixelFormatTypes == [])
            #expect(output.supportedFlashModes == [.off])
            #expect(!output.isLivePhotoCaptureSupported)
            output.isLivePhotoCaptureEnabled = true
            #expect(!output.isLivePhotoCaptureEnabled)
            output.maxPhotoQualityPrioritization = .quality
            #expect(output.maxPhotoQualityPrioritization == .quality)
            output.isHighResolutionCaptureEnabled = true
            #expect(output.isHighResolutionCaptureEnabled)
            #expect(AVCapturePhotoSettings().processedFileType == .jpg)
        }
    }
}
