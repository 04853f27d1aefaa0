// In a process of its own, since the environment names the server; exit tests came with Swift 6.2.
#if compiler(>=6.2)
    import Glibc
    import Testing

    @testable import AVFoundation

    /// A PulseAudio server for one test, whose microphone hears a sine.
    private final class SoundServer {
        private let directory: TemporaryDirectory
        private var process: pid_t?

        static let isInstalled = (try? Program.run(["sh", "-c", "command -v pulseaudio"]).status) == 0

        init() throws {
            directory = try TemporaryDirectory()
            setenv("PULSE_SERVER", "unix:\(directory.path)/socket", 1)
            setenv("PULSE_COOKIE", "\(directory.path)/cookie", 1)
        }

        deinit { kill() }

        // Not by Foundation's `Process`: the server closes what it inherits, and Foundation takes that for its end.
        func start() async throws {
            let words = [
                "env", "XDG_RUNTIME_DIR=\(directory.path)", "HOME=\(directory.path)", "pulseaudio", "-n",
                "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm",
                "--log-target=null",
                "-L", "module-native-protocol-unix socket=\(directory.path)/socket auth-anonymous=1", "-L",
                "module-null-sink sink_name=out rate=48000", "-L", "module-sine sink=out frequency=440", "-L",
                "module-remap-source master=out.monitor source_name=sine",
            ]
            let arguments = words.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            var identifier: pid_t = 0
            try #require(posix_spawnp(&identifier, "env", nil, nil, arguments, environ) == 0)
            process = identifier
            try await until("the server listens") { directory.files.contains("socket") }
        }

        func kill() {
            guard let process else { return }
            Glibc.kill(process, SIGKILL)
            waitpid(process, nil, 0)
            self.process = nil
            try? FileManager.default.removeItem(at: directory.url("socket"))
        }
    }

    extension Conformance {
        /// Behaviour 15: the sound server is killed while its microphone is recorded.
        @Suite(.serialized, .enabled(if: SoundServer.isInstalled, "PulseAudio is not installed"))
        struct SoundServerTests {
            @Test(.timeLimit(.minutes(15))) func aSoundServerThatIsKilledInterruptsOnly() async {
                await #expect(processExitsWith: .success) {
                    let server = try SoundServer()
                    try await server.start()
                    let device = try #require(
                        AVCaptureDevice.devices(for: .audio).first { $0.uniqueID.contains("sine") }
                    )
                    // The test camera has a sound of its own, which would be heard instead.
                    let odd = try OddTemplate("[audio.source]\nauto")
                    let studio = try Studio(hasSound: false)
                    studio.session.addInput(try AVCaptureDeviceInput(device: device))
                    try studio.recordsUncompressedSound()
                    studio.session.startRunning()
                    try #require(studio.session.isRunning, "\(studio.notices.errors)")
                    let connection = try #require(studio.output.connection(with: .audio))
                    try await until("sound comes from the server") {
                        connection.audioChannels.contains { $0.peakHoldLevel > -40 }
                    }
                    let url = studio.url("a.mov")
                    studio.log.record(url, with: studio.output)
                    try await studio.log.wait(for: .didStart, of: url)
                    try await Task.sleep(for: .seconds(1))
                    server.kill()
                    try await until("it is interrupted") { studio.session.isInterrupted }
                    #expect(studio.session.isRunning)
                    #expect(studio.output.isRecording)
                    try await server.start()
                    try await until("the interruption ends") { !studio.session.isInterrupted }
                    try await Task.sleep(for: .seconds(1))
                    studio.output.stopRecording()
                    #expect(try await studio.log.end(of: url).error == nil)
                    #expect(studio.notices.reasons == [2])
                    #expect(studio.notices.errors.isEmpty)
                    #expect(studio.notices.count(AVCaptureSession.interruptionEndedNotification) == 1)
                    let movie = try Movie(url)
                    try #require(movie.hasAudio)
                    let numbers = try movie.pictures().numbers
                    #expect(Pictures.isConsecutive(numbers), "\(numbers)")
                    // Sound at both ends, and as long as the pictures.
                    let sound = try movie.sound().samples
                    let seconds = Double(sound.count) / Movie.audioRate
                    #expect(abs(seconds - movie.seconds) < 0.040, "\(seconds) s, pictures \(movie.seconds) s")
                    for (name, part) in [("begins", sound.prefix(24_000)), ("ends", sound.suffix(24_000))] {
                        #expect(part.max() ?? 0 > 1000, "it \(name) with silence")
                    }
                    studio.session.stopRunning()
                    studio.log.expectOrder()
                    withExtendedLifetime(odd) {}
                }
            }
        }
    }
#endif
