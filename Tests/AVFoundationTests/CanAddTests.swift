import Testing

@testable import AVFoundation

extension Conformance {
    /// Behaviour 13: what may be added to a session, and what is connected by that.
    @Suite struct CanAddTests {
        private func input(_ name: String) throws -> AVCaptureDeviceInput {
            try AVCaptureDeviceInput(device: try #require(AVCaptureDevice(uniqueID: name)))
        }

        @Test func anInputBelongsToOneSession() throws {
            let (first, second) = (AVCaptureSession(), AVCaptureSession())
            let camera = try input("test")
            #expect(first.canAddInput(camera))
            first.addInput(camera)
            #expect(!first.canAddInput(camera))
            #expect(!second.canAddInput(camera))
            first.addInput(camera)
            second.addInput(camera)
            #expect(first.inputs == [camera])
            #expect(second.inputs.isEmpty)
            // A second camera is refused, a microphone is not.
            #expect(!first.canAddInput(try input("test")))
            #expect(first.canAddInput(try input("test-microphone")))
            second.removeInput(camera)
            #expect(first.inputs == [camera])
            first.removeInput(camera)
            #expect(first.canAddInput(camera))
            #expect(second.canAddInput(camera))
        }

        @Test func anOutputBelongsToOneSession() {
            let (first, second) = (AVCaptureSession(), AVCaptureSession())
            let output = AVCaptureMovieFileOutput()
            #expect(first.canAddOutput(output))
            first.addOutput(output)
            #expect(!first.canAddOutput(output))
            #expect(!second.canAddOutput(output))
            #expect(!first.canAddOutput(AVCaptureMovieFileOutput()))
            first.addOutput(AVCaptureMovieFileOutput())
            #expect(first.outputs == [output])
            first.removeOutput(output)
            #expect(first.canAddOutput(output))
            #expect(second.canAddOutput(output))
            second.addOutput(output)
            #expect(!first.canAddOutput(output))
        }

        @Test func anEndedSessionLetsGoOfWhatItHad() throws {
            let (camera, output) = (try input("test"), AVCaptureMovieFileOutput())
            do {
                let session = AVCaptureSession()
                session.addInput(camera)
                session.addOutput(output)
            }
            let session = AVCaptureSession()
            #expect(session.canAddInput(camera))
            #expect(session.canAddOutput(output))
        }

        @Test func aCameraMustFulfilThePreset() throws {
            let directory = try TemporaryDirectory()
            let path = directory.url("small.mkv").path
            try #require(
                try Program.run(
                    [
                        "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                        "testsrc=size=320x240:rate=30:duration=1", "-c:v", "mjpeg", path,
                    ]
                ).status == 0
            )
            let camera = try input("file:\(path)")
            let session = AVCaptureSession()
            session.sessionPreset = .hd1280x720
            #expect(!session.canAddInput(camera))
            session.addInput(camera)
            #expect(session.inputs.isEmpty)
            session.sessionPreset = .high
            #expect(session.canAddInput(camera))
            session.addInput(camera)
            #expect(!session.canSetSessionPreset(.hd1280x720))
            session.sessionPreset = .hd1280x720
            #expect(session.sessionPreset == .high)
            #expect(session.canSetSessionPreset(.qvga320x240))
        }

        @Test func connectionsAreThereBeforeTheCommit() throws {
            let session = AVCaptureSession()
            let (camera, output) = (try input("test"), AVCaptureMovieFileOutput())
            session.beginConfiguration()
            session.addOutput(output)
            #expect(output.connection(with: .video) == nil)
            session.addInput(camera)
            let connection = try #require(output.connection(with: .video))
            #expect(output.connection(with: .audio) == nil)
            #expect(connection.isActive)
            #expect(connection.output === output)
            #expect(connection.inputPorts.map(\.mediaType) == [.video])
            #expect(connection.inputPorts.first?.input === camera)
            session.addInput(try input("test-microphone"))
            #expect(output.connection(with: .audio) != nil)
            #expect(output.connection(with: .audio)?.audioChannels.count == 2)
            session.commitConfiguration()
            #expect(session.connections.count == 2)
            session.removeInput(camera)
            #expect(output.connection(with: .video) == nil)
            #expect(!connection.isActive)
        }

        @Test func connectionsCanBeMadeByHand() throws {
            let session = AVCaptureSession()
            let (camera, output) = (try input("test"), AVCaptureMovieFileOutput())
            session.addInputWithNoConnections(camera)
            session.addOutputWithNoConnections(output)
            #expect(session.connections.isEmpty)
            let connection = AVCaptureConnection(inputPorts: camera.ports, output: output)
            #expect(!connection.isActive)
            #expect(session.canAddConnection(connection))
            session.addConnection(connection)
            #expect(connection.isActive)
            #expect(!session.canAddConnection(connection))
            #expect(!session.canAddConnection(AVCaptureConnection(inputPorts: camera.ports, output: output)))
            let stranger = AVCaptureConnection(inputPorts: try input("test").ports, output: output)
            #expect(!session.canAddConnection(stranger))
            session.removeConnection(connection)
            #expect(session.connections.isEmpty)
            #expect(!connection.isActive)
        }
    }
}
