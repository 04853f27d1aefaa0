import Testing

@testable import AVFoundation

extension Conformance {
    /// What a video data output delivers, and when.
    @Suite(.serialized) struct VideoDataOutputTests {
        let studio: Studio
        let output = AVCaptureVideoDataOutput()

        init() throws { studio = try Studio(preset: .vga640x480, hasSound: false) }

        private func start(_ log: PictureLog) {
            output.setSampleBufferDelegate(log, queue: log.queue)
            studio.session.addOutput(output)
            studio.session.startRunning()
        }

        @Test(.timeLimit(.minutes(15))) func picturesComeAsTheCameraDeliversThemAndInOrder() async throws {
            let log = PictureLog()
            #expect(output.sampleBufferDelegate == nil)
            start(log)
            let pictures = try await log.pictures(atLeast: 60)
            studio.session.stopRunning()
            #expect(output.sampleBufferDelegate === log)
            #expect(output.sampleBufferCallbackQueue === log.queue)
            #expect(log.faults == [])
            #expect(pictures.allSatisfy { $0.picture.format == kCVPixelFormatType_420YpCbCr8Planar })
            #expect(pictures.allSatisfy { ($0.picture.width, $0.picture.height) == (640, 480) })
            #expect(pictures.allSatisfy { $0.description?.mediaType == .video })
            #expect(
                pictures.allSatisfy {
                    $0.description?.dimensions == CMVideoDimensions(width: 640, height: 480)
                }
            )
            // Each picture's number tells its place in time, and no picture is missing, told twice or told late.
            let places = log.places
            #expect(places == Array(places[0]..<places[0] + places.count))
            #expect(Set(pictures.map(\.shift)).count == 1)
        }

        @Test(.timeLimit(.minutes(15))) func lateFramesAreDroppedAtOnceAndReported() async throws {
            let log = PictureLog { _ in Thread.sleep(forTimeInterval: 0.15) }
            #expect(output.alwaysDiscardsLateVideoFrames)
            start(log)
            let pictures = try await log.pictures(atLeast: 12)
            studio.session.stopRunning()
            #expect(log.faults == [])
            #expect(log.drops.count >= 2 * (pictures.count - 2))
            #expect(log.drops.allSatisfy { $0.reason == "FrameWasLate" && !$0.hasData })
            let places = log.places
            #expect(places == Array(places[0]..<places[0] + places.count))
            // A new one is taken as soon as the delegate is free, not an old one.
            #expect(Pictures.isConsecutive(pictures.map(\.picture.number)) == false)
        }

        @Test(.timeLimit(.minutes(15))) func aFewPicturesWaitWhenLateOnesAreKept() async throws {
            let gate = DispatchSemaphore(value: 0)
            let log = PictureLog { _ in
                gate.wait()
                gate.signal()
            }
            output.alwaysDiscardsLateVideoFrames = false
            start(log)
            try await Task.sleep(for: .milliseconds(1500))
            gate.signal()
            let pictures = try await log.pictures(atLeast: 20)
            studio.session.stopRunning()
            #expect(log.faults == [])
            // The delegate has one, and nine wait.
            #expect(Pictures.isConsecutive(pictures.prefix(10).map(\.picture.number)))
            #expect(log.places.prefix(10).elementsEqual(log.places[0]..<log.places[0] + 10))
            #expect(log.drops.count >= 20)
            #expect(log.drops.allSatisfy { $0.reason == "OutOfBuffers" && !$0.hasData })
            #expect(log.places.sorted() == Array(log.places[0]..<log.places[0] + log.places.count))
        }

        @Test(.timeLimit(.minutes(15))) func aDisabledConnectionDeliversNothing() async throws {
            let log = PictureLog()
            start(log)
            _ = try await log.pictures(atLeast: 3)
            let connection = try #require(output.connection(with: .video))
            connection.isEnabled = false
            // What was under way is delivered still.
            try await Task.sleep(for: .milliseconds(300))
            log.forget()
            try await Task.sleep(for: .milliseconds(300))
            #expect(log.places.isEmpty)
            connection.isEnabled = true
            _ = try await log.pictures(atLeast: 3)
            #expect(log.faults == [])
        }

        @Test(.timeLimit(.minutes(15))) func theDelegateIsNotHeldAndCanBeTakenAway() async throws {
            let log = PictureLog()
            start(log)
            _ = try await log.pictures(atLeast: 3)
            output.setSampleBufferDelegate(nil, queue: nil)
            #expect(output.sampleBufferDelegate == nil)
            #expect(output.sampleBufferCallbackQueue == nil)
            // A call that was under way has ended when the queue has come to this.
            log.queue.sync {}
            log.forget()
            try await Task.sleep(for: .milliseconds(300))
            #expect(log.places.isEmpty)
            // Without a queue it is not set.
            output.setSampleBufferDelegate(log, queue: nil)
            #expect(output.sampleBufferDelegate == nil)
            weak var gone: PictureLog?
            do {
                let brief = PictureLog()
                gone = brief
                output.setSampleBufferDelegate(brief, queue: brief.queue)
                _ = try await brief.pictures(atLeast: 3)
            }
            try await until("the delegate goes") { gone == nil }
            #expect(output.sampleBufferDelegate == nil)
        }

        @Test(.timeLimit(.minutes(15))) func anyCallMayBeMadeInsideTheDelegate() async throws {
            let (session, output) = (studio.session, Shared(output))
            let isDone = DispatchSemaphore(value: 0)
            let log = PictureLog { _ in
                output.value.videoSettings = [
                    kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA
                ]
                session.removeOutput(output.value)
                session.addOutput(output.value)
                session.stopRunning()
                session.startRunning()
                output.value.setSampleBufferDelegate(nil, queue: nil)
                isDone.signal()
            }
            start(log)
            try await until("the delegate returns") { isDone.wait(timeout: .now()) == .success }
            #expect(session.isRunning)
            #expect(output.value.connection(with: .video)?.isActive == true)
        }

        @Test(.timeLimit(.minutes(15))) func outputsComeAndGoWhileAMovieIsRecorded() async throws {
            studio.session.startRunning()
            let url = studio.url("a.mov")
            studio.log.record(url, with: studio.output)
            try await studio.log.wait(for: .didStart, of: url)
            for round in 0..<5 {
                let log = PictureLog()
                let output = AVCaptureVideoDataOutput()
                if round % 2 == 1 {
                    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_32BGRA]
                }
                output.setSampleBufferDelegate(log, queue: log.queue)
                #expect(studio.session.canAddOutput(output))
                studio.session.addOutput(output)
                #expect(!studio.session.canAddOutput(AVCaptureVideoDataOutput()))
                _ = try await log.pictures(atLeast: 5)
                studio.session.removeOutput(output)
                #expect(output.connections.isEmpty)
                #expect(log.faults == [])
            }
            studio.output.stopRecording()
            #expect(try await studio.log.end(of: url).error == nil)
            let numbers = try Movie(url).pictures().numbers
            #expect(numbers.count >= 25)
            #expect(Pictures.isConsecutive(numbers))
        }
    }
}
