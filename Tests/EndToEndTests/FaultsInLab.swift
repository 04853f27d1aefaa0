import Foundation
import Testing

extension LabTests {
    /// What happens to real devices while they are recorded.
    @Suite struct FaultTests {
        private let workspace: Workspace

        init() throws { workspace = try Workspace() }

        private static let recording = "\"$GSTCAM_BINARY\" record --json -s 320x180 -r 15"

        private func record(_ faults: String, _ options: String) throws -> Child.Result {
            try workspace.lab(
                """
                ("$GSTCAM_LAB"/fault \(faults)) &
                "$GSTCAM_LAB"/tone 440 -- \(Self.recording) \(options) out.mp4
                """
            )
        }

        /// The lengths of the pieces of a file in which nothing is heard, in seconds.
        private func silences(in name: String) throws -> [Double] {
            let result = try Child.run(
                ["ffmpeg", "-nostats", "-i", name, "-af", "silencedetect=n=-50dB:d=0.1", "-f", "null", "-"],
                in: workspace.path
            )
            #expect(result.status == 0, "\(result.errors.suffix(500))")
            return result.errors.components(separatedBy: "silence_duration: ").dropFirst().compactMap {
                Double($0.prefix { $0.isNumber || $0 == "." })
            }
        }

        /// The microphone was never touched: its tone goes on through the whole file.
        private func expectUnbrokenTone(_ name: String) throws {
            let silences = try silences(in: name)
            #expect(silences.isEmpty, "\(silences)")
        }

        // MARK: - Unplugged

        @Test(
            .timeLimit(.minutes(15)),
            .fault("camera unbound, bound again 3 s later", "same file, sound untouched")
        )
        func aCameraThatComesBackIsRecordedAgainIntoTheSameFile() throws {
            let result = try record("sleep=8 unplug sleep=3 replug", "-D 14s")
            #expect(result.status == 72, "\(result.errors)")
            #expect(result.errors.contains("where the picture stands still"))
            let warnings = result.events("warning").compactMap { $0["code"] as? String }
            #expect(warnings.filter { $0.hasPrefix("camera-") } == ["camera-away", "camera-back"])
            #expect(result.events("finished").count == 1)
            let finished = try #require(result.events("finished").first)
            #expect(finished["reason"] as? String == "duration")
            #expect(finished["playable"] as? Bool == true)
            // Unplugged for three seconds, and opened again at once.
            let gap = try #require(finished["gap"] as? Double)
            #expect((3..<6).contains(gap), "\(gap)")
            #expect(abs(Double(try #require(finished["lost"] as? Int)) - gap * 15) < 8)
            let probe = try Probe("out.mp4", in: workspace)
            #expect(abs(probe.video.length - 14) < 0.2)
            #expect(abs((probe.audio?.length ?? 0) - 14) < 0.2)
            try expectUnbrokenTone("out.mp4")
            try Probe.expectSound("out.mp4", in: workspace)
            Fault.tell(lost: String(format: "%.1f s of pictures", gap))
        }

        @Test(.timeLimit(.minutes(15)), .fault("the same with --on-gap split", "two whole files"))
        func aCameraThatComesBackIsRecordedIntoAnotherFile() throws {
            let result = try record("sleep=8 unplug sleep=3 replug", "-D 14s --on-gap split")
            #expect(result.status == 72, "\(result.errors)")
            let finished = result.events("finished")
            #expect(finished.map { $0["reason"] as? String } == ["device-lost", "duration"])
            #expect(finished.map { $0["file"] as? String } == ["out.mp4", "out-001.mp4"])
            #expect(finished.allSatisfy { $0["playable"] as? Bool == true })
            #expect(result.events("started").count == 2)
            #expect(result.events("segment").isEmpty)
            // Both together are as long as was asked for.
            let length = finished.reduce(0) { $0 + ($1["duration"] as? Double ?? 0) }
            #expect(abs(length - 14) < 0.3, "\(length)")
            for name in ["out.mp4", "out-001.mp4"] {
                try Probe.expectSound(name, in: workspace)
            }
            Fault.tell(lost: String(format: "%.2f s of 14", max(0, 14 - length)))
        }

        @Test(.timeLimit(.minutes(15)), .fault("the same with --on-gap stop", "exit 72, a whole file"))
        func aCameraThatGoesAwayLeavesAFinishedFile() throws {
            let result = try record("sleep=4 unplug", "--on-gap stop")
            #expect(result.status == 72, "\(result.errors)")
            try expectOneFile(result, reason: "device-lost")
        }

        @Test(.timeLimit(.minutes(15)), .fault("camera stalls silently", "exit 72, a whole file"))
        func aCameraThatFallsSilentIsNoticed() throws {
            let result = try record("sleep=4 stall", "--on-gap stop")
            #expect(result.status == 72, "\(result.errors)")
            #expect(result.errors.contains("stopped delivering pictures"))
            try expectOneFile(result, reason: "device-stalled")
        }

        private func expectOneFile(_ result: Child.Result, reason: String) throws {
            let finished = try #require(result.events("finished").first)
            #expect(result.events("finished").count == 1)
            #expect(finished["reason"] as? String == reason)
            #expect(finished["playable"] as? Bool == true)
            let frames = try Probe("out.mp4", in: workspace).video.frames
            #expect(frames == finished["frames"] as? Int)
            let told = result.events("progress").last?["frames"] as? Int ?? 0
            #expect(frames >= told)
            Fault.tell(lost: "\(max(0, told - frames)) frames")
        }

        // MARK: - What the camera does otherwise

        @Test(.timeLimit(.minutes(15)), .fault("50 % of buffers dropped", "each one counted"))
        func picturesThatTheCameraLosesAreCounted() throws {
            let result = try record("sleep=5 drop sleep=3 flow", "-D 10s")
            #expect(result.status == 0, "\(result.errors)")
            let finished = try #require(result.events("finished").first)
            let lost = try #require(finished["lost"] as? Int)
            let frames = try #require(finished["frames"] as? Int)
            #expect(lost > 5 && lost < 60, "\(lost)")
            #expect(abs(frames + lost - 150) <= 2, "\(frames) and \(lost)")
            #expect(try Probe("out.mp4", in: workspace).video.frames == frames)
            Fault.tell(lost: "\(lost) frames, told")
        }

        @Test(.timeLimit(.minutes(15)), .fault("camera busy", "exit 75, no file"))
        func aBusyCameraIsToldApart() throws {
            let result = try workspace.lab(
                "v4l2-ctl -d0 --stream-mmap --stream-count=100 >/dev/null 2>&1 & sleep 1; "
                    + "\"$GSTCAM_BINARY\" record -D 2s out.mp4"
            )
            #expect(result.status == 75, "\(result.errors)")
            #expect(result.errors.contains("is used by another program"), "\(result.errors)")
            #expect(workspace.files.isEmpty)
            Fault.tell(lost: "nothing")
        }

        /// Root is not asked for permission, unless it is without that right.
        @Test(.timeLimit(.minutes(15)), .fault("camera without permission", "exit 77, no file"))
        func aCameraThatMayNotBeOpenedIsToldApart() throws {
            let result = try workspace.lab(
                "chmod 0 /dev/video0; "
                    + "setpriv --bounding-set=-dac_override,-dac_read_search \"$GSTCAM_BINARY\" record -D 2s out.mp4"
            )
            #expect(result.status == 77, "\(result.errors)")
            #expect(result.errors.contains("/dev/video0"), "\(result.errors)")
            #expect(workspace.files.isEmpty)
            Fault.tell(lost: "nothing")
        }

        @Test(
            .timeLimit(.minutes(15)),
            .fault("microphone unplugged, and back 3 s later", "silence told, pictures untouched")
        )
        func aMicrophoneThatIsUnpluggedTakesNoPictureWithIt() throws {
            let result = try record("sleep=8 mic-unplug sleep=3 mic-replug", "-D 15s")
            let codes = result.events("warning").compactMap { $0["code"] as? String }
            #expect(codes.contains("microphone-failed"), "\(codes)")
            let finished = try #require(result.events("finished").first)
            #expect(finished["playable"] as? Bool == true)
            let silence = try #require(finished["silence"] as? Double, "\(finished)")
            #expect(silence > 2, "\(silence)")
            let probe = try Probe("out.mp4", in: workspace)
            #expect(abs(probe.video.length - 15) < 0.2)
            #expect(abs((probe.audio?.length ?? 0) - 15) < 0.2)
            let told = ["frames", "dropped", "lost"].reduce(0) { $0 + (finished[$1] as? Int ?? 0) }
            #expect(abs(told - 225) <= 4, "\(finished)")
            Fault.tell(lost: String(format: "%.1f s of sound", silence))
        }

        // MARK: - Time

        @Test(
            .timeLimit(.minutes(15)),
            .fault("system clock 5 h forth, 10 h back", "no jump in the file, 0 frames")
        )
        func aClockThatIsSetMovesNothing() throws {
            let result = try workspace.lab(
                """
                (sleep 7; date -s '5 hours' >&2; sleep 3; date -s '10 hours ago' >&2) &
                "$GSTCAM_LAB"/tone 440 -- \(Self.recording) -D 12s out.mp4
                """
            )
            #expect(result.status == 0, "\(result.errors)")
            let finished = try #require(result.events("finished").first)
            #expect(finished["reason"] as? String == "duration")
            let told = ["frames", "dropped", "lost"].reduce(0) { $0 + (finished[$1] as? Int ?? 0) }
            #expect(abs(told - 180) <= 4, "\(finished)")
            let probe = try Probe("out.mp4", in: workspace)
            #expect(abs(probe.video.length - 12) < 0.2)
            #expect(abs((probe.audio?.length ?? 0) - 12) < 0.2)
            for stream in ["v", "a"] {
                let times = try workspace.tool(
                    "ffprobe",
                    "-v",
                    "error",
                    "-select_streams",
                    stream,
                    "-show_entries",
                    "packet=pts_time",
                    "-of",
                    "csv=p=0",
                    "out.mp4"
                ).output.split(separator: "\n").compactMap { Double($0.prefix { $0 != "," }) }
                let steps = zip(times, times.dropFirst()).map { $1 - $0 }
                #expect(steps.count > 150)
                // A camera on a busy computer may lose some pictures in a row.
                #expect(steps.allSatisfy { $0 > 0 && $0 < 0.5 }, "\(stream): \(steps.max() ?? 0)")
            }
            Fault.tell(lost: "\(max(0, 180 - told)) frames")
        }

        @Test(
            .timeLimit(.minutes(15)),
            .fault("SIGSTOP for 10 s with a real camera", "alive, the gap told")
        )
        func aRecordingThatWasStoppedTellsTheGap() throws {
            let result = try workspace.lab(
                """
                "$GSTCAM_LAB"/tone 440 -- \(Self.recording) -D 20s out.mp4 &
                recorder=$!
                sleep 6
                process=$(pgrep -x gstcam)
                kill -STOP "$process"; sleep 10; kill -CONT "$process"
                wait "$recorder"
                """
            )
            #expect([0, 72].contains(result.status), "\(result.errors)")
            #expect(result.events("finished").count == 1)
            let finished = try #require(result.events("finished").first)
            #expect(finished["playable"] as? Bool == true)
            #expect(finished["reason"] as? String == "duration")
            let probe = try Probe("out.mp4", in: workspace)
            #expect(abs(probe.video.length - 20) < 0.2)
            #expect(abs((probe.audio?.length ?? 0) - 20) < 0.2)
            // A picture every fifteenth of a second, in the file or told; a still one stands for three.
            let missing = ["dropped", "lost"].reduce(0) { $0 + (finished[$1] as? Int ?? 0) }
            let frames = try #require(finished["frames"] as? Int)
            #expect(missing > 100, "\(finished)")
            #expect((298...360).contains(missing + frames), "\(finished)")
            try Probe.expectSound("out.mp4", in: workspace)
            let silence = try #require(finished["silence"] as? Double)
            // What is told is what is heard; that the microphone is opened anew may take a second more.
            let heard = try silences(in: "out.mp4").reduce(0, +)
            #expect(silence > 8.5)
            #expect(abs(silence - heard) < 0.3, "\(heard) in \(finished)")
            Fault.tell(lost: "\(missing) frames and \(silence) s of sound, told")
        }

        @Test(
            .timeLimit(.minutes(15)),
            .fault("computer busy for 0.7 s", "the microphone's sound is whole")
        )
        func aBusyComputerLosesNoSound() throws {
            let result = try workspace.lab(
                """
                "$GSTCAM_LAB"/tone 440 -- \(Self.recording) -D 8s out.mp4 &
                recorder=$!
                sleep 8
                process=$(pgrep -x gstcam)
                kill -STOP "$process"; sleep 0.7; kill -CONT "$process"
                wait "$recorder"
                """
            )
            #expect(result.status == 0, "\(result.errors)")
            let finished = try #require(result.events("finished").first)
            #expect(finished["silence"] == nil, "\(finished)")
            try expectUnbrokenTone("out.mp4")
            Fault.tell(lost: "0 s of sound")
        }
    }
}
