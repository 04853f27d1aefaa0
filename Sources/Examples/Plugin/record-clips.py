#!/usr/bin/python3
"""Records clips from one pipeline that plays all the time: record-clips.py DIRECTORY [CLIPS [SECONDS [SOURCE]]]

SOURCE is what stands before the recorder, in gst-launch syntax. No picture is lost or doubled between two clips, since
"start" while a clip is recorded goes on in the next file.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import GLib, Gst


def main(directory, clips="3", seconds="1", source="videotestsrc is-live=true ! video/x-raw,framerate=30/1"):
    Gst.init(None)
    # The file names come later, so nothing is recorded yet.
    pipeline = Gst.parse_launch(
        f"{source} ! tee name=pictures ! queue ! fakesink  pictures. ! gstcamrecorder name=recorder"
    )
    recorder = pipeline.get_by_name("recorder")
    loop = GLib.MainLoop()
    wanted = int(clips)
    started = 0
    finished = 0
    failures = 0

    def next_clip():
        nonlocal started
        if started == wanted:
            recorder.emit("stop")
            return GLib.SOURCE_REMOVE
        started += 1
        recorder.set_property("location", f"{directory}/clip-{started:03}.mp4")
        recorder.emit("start")
        return GLib.SOURCE_CONTINUE

    def on_message(_, message):
        nonlocal finished, failures
        if message.type == Gst.MessageType.ERROR:
            print("the pipeline failed:", message.parse_error()[0].message, file=sys.stderr)
            failures += 1
            loop.quit()
        elif message.type == Gst.MessageType.STATE_CHANGED and message.src == pipeline:
            print("state", message.parse_state_changed().newstate.value_nick, flush=True)
        elif message.type == Gst.MessageType.ELEMENT and message.has_name("recording-finished"):
            clip = message.get_structure()
            print("finished", *(clip.get_value(field) for field in ("file", "frames", "dropped", "reason")), flush=True)
            if not clip.get_value("playable"):
                print(clip.get_value("error"), file=sys.stderr)
                failures += 1
            finished += 1
            if finished == wanted:
                loop.quit()

    bus = pipeline.get_bus()
    bus.add_signal_watch()
    bus.connect("message", on_message)
    pipeline.set_state(Gst.State.PLAYING)
    next_clip()
    GLib.timeout_add(int(float(seconds) * 1000), next_clip)
    loop.run()
    print("stopping", flush=True)
    pipeline.set_state(Gst.State.NULL)
    bus.remove_signal_watch()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
