import Testing

@testable import AVFoundation

extension Conformance {
    /// In which format and size a video data output delivers its pictures.
    @Suite(.serialized) struct VideoSettingsTests {
        let studio: Studio
        let output = AVCaptureVideoDataOutput()
        let log = PictureLog()

        init() throws {
            studio = try Studio(preset: .vga640x480, hasSound: false)
            output.setSampleBufferDelegate(log, queue: log.queue)
            studio.session.addOutput(output)
        }

        private func deliver(_ settings: [String: Any]) async throws -> [PictureLog.Picture] {
            output.videoSettings = settings
            studio.session.startRunning()
            let pictures = try await log.pictures(atLeast: 10)
            studio.session.stopRunning()
            #expect(log.faults == [])
            #expect(log.drops.allSatisfy { $0.reason == "FrameWasLate" })
            #expect(Set(pictures.map(\.shift)).count == 1, "each has its own number")
            return pictures
        }

        @Test(
            .timeLimit(.minutes(15)),
            arguments: [
                (kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, UInt8(16)...UInt8(235)),
                (kCVPixelFormatType_420YpCbCr8BiPlanarFullRange, 0...255),
                (kCVPixelFormatType_420YpCbCr8Planar, 16...235),
                (kCVPixelFormatType_422YpCbCr8_yuvs, 16...235),
                (kCVPixelFormatType_422YpCbCr8, 16...235),
                (kCVPixelFormatType_32BGRA, 0...255),
                (kCVPixelFormatType_32RGBA, 0...255),
                (kCVPixelFormatType_24RGB, 0...255),
            ]
        )
        func picturesComeInTheFormatThatWasAskedFor(type: OSType, range: ClosedRange<UInt8>) async throws {
            #expect(output.availableVideoPixelFormatTypes.contains(type))
            let pictures = try await deliver([kCVPixelBufferPixelFormatTypeKey as String: type])
            #expect(pictures.allSatisfy { $0.picture.format == type })
            #expect(pictures.allSatisfy { $0.description?.mediaSubType.rawValue == type })
            #expect(pictures.allSatisfy { ($0.picture.width, $0.picture.height) == (640, 480) })
            let last = try #require(pictures.last)
            #expect(abs(Int(last.picture.range.lowerBound) - Int(range.lowerBound)) <= 2)
            #expect(abs(Int(last.picture.range.upperBound) - Int(range.upperBound)) <= 2)
        }

        @Test(.timeLimit(.minutes(15))) func picturesComeInTheSizeThatWasAskedFor() async throws {
            let pictures = try await deliver([
                kCVPixelBufferPixelFormatTypeKey: NSNumber(value: kCVPixelFormatType_32BGRA),
                kCVPixelBufferWidthKey: 320, kCVPixelBufferHeightKey: NSNumber(value: 320),
            ])
            #expect(pictures.allSatisfy { ($0.picture.width, $0.picture.height) == (320, 320) })
            #expect(pictures.allSatisfy { $0.picture.bars == "wycgmrb" })
            let settings = try #require(output.videoSettings)
            #expect(settings[kCVPixelBufferPixelFormatTypeKey] as? OSType == kCVPixelFormatType_32BGRA)
            #expect(settings[kCVPixelBufferWidthKey] as? Int == 320)
            #expect(settings.count == 3)
        }

        @Test(.timeLimit(.minutes(15))) func mirroringAndSettingsAreFollowedAtOnce() async throws {
            studio.session.startRunning()
            let shift = try await log.pictures(atLeast: 3)[2].shift
            let connection = try #require(output.connection(with: .video))
            connection.isVideoMirrored = true
            try await wait("the number is mirrored in the camera's own format", shift) { picture, number in
                picture.format == kCVPixelFormatType_420YpCbCr8Planar && picture.mirroredNumber == number
                    && picture.number != number
            }
            output.videoSettings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
            try await wait("the bars are mirrored", shift) { picture, _ in
                picture.format == kCVPixelFormatType_32BGRA && picture.bars == "brmgcyw"
            }
            connection.isVideoMirrored = false
            try await wait("the bars are right", shift) { picture, number in
                picture.number == number && picture.bars == "wycgmrb"
            }
            output.videoSettings = nil
            try await wait("the camera's own format is back", shift) { picture, number in
                picture.format == kCVPixelFormatType_420YpCbCr8Planar && picture.number == number
            }
            #expect(log.faults == [])
        }

        /// Waits for such a picture; its number is known from its time.
        private func wait(
            _ what: String,
            _ shift: Int,
            _ isExpected: (DeliveredPicture, Int) -> Bool
        ) async throws {
            log.forget()
            try await until(what) {
                guard let last = log.pictures.last else { return false }
                return isExpected(last.picture, last.place - shift)
            }
        }

        @Test func settingsThatCannotBeFulfilledChangeNothing() {
            #expect(output.videoSettings.isEmpty)
            output.videoSettings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
            for wrong: [String: Any] in [
                [kCVPixelBufferPixelFormatTypeKey: OSType(1)],
                [kCVPixelBufferPixelFormatTypeKey: "BGRA"], [kCVPixelBufferPixelFormatTypeKey: -1],
                [kCVPixelBufferWidthKey: 0], [kCVPixelBufferHeightKey: 1e9],
                [AVVideoCodecKey: AVVideoCodecType.jpeg],
            ] {
                output.videoSettings = wrong
                #expect(output.videoSettings.count == 1)
                #expect(
                    output.videoSettings[kCVPixelBufferPixelFormatTypeKey] as? OSType
                        == kCVPixelFormatType_32BGRA
                )
            }
            output.videoSettings = [:]
            #expect(output.videoSettings.isEmpty)
        }

        @Test func theCamerasOwnFormatIsOfferedFirst() {
            #expect(output.availableVideoPixelFormatTypes.first == kCVPixelFormatType_420YpCbCr8Planar)
            #expect(
                Set(output.availableVideoPixelFormatTypes).count
                    == output.availableVideoPixelFormatTypes.count
            )
            #expect(output.availableVideoCodecTypes == [])
            #expect(
                AVCaptureVideoDataOutput().availableVideoPixelFormatTypes.first
                    == kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange
            )
        }

        @Test func settingsForFilesAreRecommended() throws {
            let settings = try #require(output.recommendedVideoSettingsForAssetWriter(writingTo: .mov))
            #expect(settings[AVVideoCodecKey] as? String == "avc1")
            #expect(settings[AVVideoWidthKey] as? Int == 640)
            #expect(settings[AVVideoHeightKey] as? Int == 480)
            let compression = try #require(settings[AVVideoCompressionPropertiesKey] as? [String: Any])
            #expect(compression[AVVideoAverageBitRateKey] as? Int == 921_600)
            #expect(compression[AVVideoExpectedSourceFrameRateKey] as? Double == 30)
            #expect(output.recommendedVideoSettingsForAssetWriter(writingTo: .wav) == nil)
            #expect(AVCaptureVideoDataOutput().recommendedVideoSettingsForAssetWriter(writingTo: .mov) == nil)
            #expect(output.availableVideoCodecTypesForAssetWriter(writingTo: .mp4) == [.h264, .hevc])
        }
    }
}
