import Foundation
import Testing

/// Runs the command in the device lab, with a V4L2 camera and an ALSA microphone of the kernel.
///
/// One virtual machine at a time: each has the speed of one core.
@Suite(.serialized, .enabled(if: Lab.directory != nil, "GSTCAM_LAB names no device lab"))
struct LabTests {
    let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// The loudest frequency, counted by its zero crossings in the middle of the file.
    private func frequency(_ name: String) throws -> Double {
        _ = try workspace.tool(
            "ffmpeg",
            "-v",
            "error",
            "-ss",
            "1",
            "-t",
            "2",
            "-i",
            name,
            "-ac",
            "1",
            "-ar",
            "48000",
            "-f",
            "s16le",
            "t.raw"
        )
        let samples = workspace.data("t.raw").withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
        return Double(crossings) * 48_000 / Double(max(1, samples.count))
    }

    @Test(.timeLimit(.minutes(15))) func cameraAndMicrophoneAreFoundAndRecorded() throws {
        let result = try workspace.lab(
            "\"$GSTCAM_LAB\"/tone 440 -- \"$GSTCAM_BINARY\" record -D 5s --json out.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        let started = try #require(result.events("started").first)
        let probe = try Probe("out.mp4", in: workspace)
        let rate = try #require(started["framerate"] as? Double)
        #expect(abs(Double(pictures(of: finished)) - 5 * rate) <= 2)
        #expect(probe.video.codec_name == "h264")
        #expect(probe.video.pix_fmt == "yuv420p")
        #expect(probe.audio?.codec_name == "aac")
        #expect(abs(probe.video.start) < 0.001)
        #expect(abs(probe.audio?.start ?? 1) < 1 / rate)
        #expect(finished["playable"] as? Bool == true)
        #expect(finished["frames"] as? Int == probe.video.frames)
        #expect(abs(try frequency("out.mp4") - 440) < 2)
    }

    @Test(.timeLimit(.minutes(15))) func sizeAndRateAreAsAsked() throws {
        let result = try workspace.lab("\"$GSTCAM_BINARY\" record -D 5s -s 1280x720 -r 10 --json out.mp4")
        #expect(result.status == 0, "\(result.errors)")
        let probe = try Probe("out.mp4", in: workspace)
        #expect(probe.video.width == 1280)
        #expect(probe.video.height == 720)
        #expect(abs(pictures(of: try #require(result.events("finished").first)) - 50) <= 2)
    }

    @Test(.timeLimit(.minutes(15))) func anInputThatOffersAnySizeIsRecorded() throws {
        let result = try workspace.lab(
            "\"$GSTCAM_BINARY\" record -D 5s --json out.mp4",
            camera: "n_devs=1 node_types=0x1 num_inputs=1 input_types=1"
        )
        #expect(result.status == 0, "\(result.errors)")
        let probe = try Probe("out.mp4", in: workspace)
        #expect(probe.video.width == 720)
        #expect(probe.video.height == 576)
        #expect(abs(pictures(of: try #require(result.events("finished").first)) - 125) <= 2)
        #expect(probe.video.pix_fmt == "yuv420p")
    }

    @Test(.timeLimit(.minutes(15))) func everyRawFormatBecomesPlayableEverywhere() throws {
        let formats = ["YUY2", "NV12", "GRAY8", "RGB"]
        let result = try workspace.lab(
            "for format in \(formats.joined(separator: " ")); do "
                + "\"$GSTCAM_BINARY\" record --json -D 2s -s 640x360 -r 15 -p format=$format $format.mp4 || exit; done"
        )
        #expect(result.status == 0, "\(result.errors)")
        for (format, finished) in zip(formats, result.events("finished")) {
            let probe = try Probe("\(format).mp4", in: workspace)
            #expect(probe.video.pix_fmt == "yuv420p", "\(format)")
            #expect(abs(pictures(of: finished) - 30) <= 2, "\(format): \(finished)")
        }
    }

    /// How many pictures the camera took: those in the file, and those that are told to be missing, since a guest on a
    /// busy computer cannot keep up with its camera.
    private func pictures(of finished: [String: Any]) -> Int {
        ["frames", "dropped", "lost"].reduce(0) { $0 + (finished[$1] as? Int ?? -100) }
    }

    @Test(.timeLimit(.minutes(15))) func devicesAreListedWithWhatIsHidden() throws {
        let result = try workspace.lab(
            "\"$GSTCAM_BINARY\" devices --json; \"$GSTCAM_BINARY\" devices --all >&2",
            camera: "n_devs=2 node_types=0x20001,0x1"
        )
        #expect(result.status == 0, "\(result.errors)")
        let devices = try #require(result.events.first?["devices"] as? [[String: Any]])
        let cameras = devices.filter { $0["kind"] as? String == "camera" }
        let usable = cameras.filter { $0["hidden"] == nil || $0["hidden"] is NSNull }
        #expect(usable.count == 2)
        // The driver has one place for both, so udev's name belongs to whichever it saw last.
        let names = usable.compactMap { $0["id"] as? String }
        #expect(names.count { $0 == "/dev/v4l/by-path/platform-vivid.0-video-index0" } == 1)
        #expect(names.count { ["/dev/video0", "/dev/video2"].contains($0) } == 1)
        let hidden = cameras.compactMap { $0["hidden"] as? String }
        #expect(hidden.contains("it carries metadata of a camera, not pictures"))
        #expect(devices.contains { $0["id"] as? String == "hw:CARD=Loopback,DEV=1" })
        let modes = try #require(usable.first?["modes"] as? [[String: Any]])
        #expect(
            modes.contains {
                $0["width"] as? [Int] == [640] && ($0["framerates"] as? [String])?.first == "25/1"
            }
        )
    }

    @Test(.timeLimit(.minutes(15))) func anAmbiguousNameListsTheCandidates() throws {
        let result = try workspace.lab(
            "\"$GSTCAM_BINARY\" record -D 1s -d vivid out.mp4",
            camera: "n_devs=2 node_types=0x1,0x1"
        )
        #expect(result.status == 64, "\(result.errors)")
        #expect(result.errors.contains("2 cameras answer to \"vivid\""), "\(result.errors)")
        #expect(workspace.files.isEmpty)
    }

    @Test(.timeLimit(.minutes(15))) func aCameraThatIsNotThereYetIsWaitedFor() throws {
        let result = try workspace.lab(
            "\"$GSTCAM_LAB\"/fault unplug; \"$GSTCAM_LAB\"/fault sleep=3 replug & "
                + "\"$GSTCAM_BINARY\" record --wait-device 1m -D 2s -s 320x180 -r 15 --json out.mp4"
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.events("warning").filter { $0["code"] as? String == "no-camera" }.count == 1)
        let finished = try #require(result.events("finished").first)
        #expect(try Probe("out.mp4", in: workspace).video.frames == finished["frames"] as? Int)
        #expect(abs((finished["duration"] as? Double ?? 0) - 2) < 0.1)
    }

    @Test(.timeLimit(.minutes(15))) func whatWasKeptIsSavedAfterTheCameraWentAway() throws {
        let result = try workspace.lab(
            """
            "$GSTCAM_BINARY" record --pre-roll 5s --no-audio -s 320x180 -r 15 --json out.mp4 &
            "$GSTCAM_LAB"/fault sleep=9 unplug sleep=2
            kill -USR1 $!
            "$GSTCAM_LAB"/fault sleep=8
            kill -INT $!
            wait $!
            """
        )
        #expect(result.status == 72, "\(result.errors)")
        let finished = try #require(result.events("finished").first)
        #expect(result.events("finished").count == 1)
        #expect(finished["playable"] as? Bool == true)
        // Five seconds, and up to a group of pictures of half a second more.
        let frames = try Probe("out-001.mp4", in: workspace).video.frames
        #expect(frames == finished["frames"] as? Int)
        #expect(frames >= 70 && frames <= 90, "\(frames)")
    }

    /// The tests that need a plug to pull run in the lab in this same program, with udev and without.
    @Test(.timeLimit(.minutes(15))) func devicesThatComeAndGoAreNoticed() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let program = "'\(tests)' --testing-library swift-testing --filter InLabTests >&2"
        let result = try workspace.lab(
            """
            GSTCAM_IN_LAB=/dev/v4l/by-path/platform-vivid.0-video-index0 \(program) || exit
            udevadm control --exit
            rm -r /dev/v4l
            "$GSTCAM_LAB"/fault mic-replug
            GSTCAM_IN_LAB=/dev/video0 \(program)
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.matches(of: /Test run with 1 test in .* passed/).count == 2, "\(result.errors)")
    }

    /// The same for sessions with Apple's names; what they recorded is judged here.
    @Test(.timeLimit(.minutes(15))) func sessionsOutliveTheirCamera() throws {
        let tests = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        // One process each: GStreamer 1.22 keeps a descriptor of each camera that it ever opened, and a camera that
        // this process holds counts as free.
        let result = try workspace.lab(
            """
            export GSTCAM_IN_LAB=/dev/v4l/by-path/platform-vivid.0-video-index0 GSTCAM_LAB_MOVIES="$PWD"
            for test in aCameraThatIsBusy aCameraThatIsUnplugged; do
                '\(tests)' --testing-library swift-testing --filter "CaptureInLab.$test" >&2 || exit
            done
            """
        )
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.matches(of: /Test run with 1 test in .* passed/).count == 2, "\(result.errors)")
        #expect(workspace.files == ["freed.mov", "replugged.mov", "unplugged.mov"])
        for file in workspace.files {
            #expect(try Probe(file, in: workspace).video.frames > 10, "\(file)")
            try Probe.expectSound(file, in: workspace)
        }
    }
}
