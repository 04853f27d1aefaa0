#!/usr/bin/python3
"""Uses gstcam's camera in a pipeline of one's own: use-camera.py DIRECTORY [DEVICE]

Turns two seconds of the camera upside down and writes them with other elements. DEVICE is what "gstcam devices" lists;
without one it is the test camera.
"""
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst


def main(directory, device="test"):
    Gst.init(None)
    pipeline = Gst.parse_launch(
        "gstcamsrc name=camera microphone=none parameters=width=320,height=240,framerate=30"
        " ! identity eos-after=61 ! videoconvert ! videoflip method=rotate-180 ! vp8enc deadline=1"
        " ! matroskamux ! filesink name=file"
    )
    pipeline.get_by_name("camera").set_property("device", device)
    pipeline.get_by_name("file").set_property("location", f"{directory}/camera.mkv")
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if message.type == Gst.MessageType.ERROR:
        print(message.parse_error()[0].message, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
