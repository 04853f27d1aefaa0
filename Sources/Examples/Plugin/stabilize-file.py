#!/usr/bin/python3
"""Steadies the pictures of a video: stabilize-file.py FROM TO.mkv"""
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst


def main(source, target):
    Gst.init(None)
    pipeline = Gst.parse_launch(
        "filesrc name=from ! decodebin ! videoconvert ! videostab ! videoconvert ! vp8enc deadline=1"
        " ! matroskamux ! filesink name=to"
    )
    pipeline.get_by_name("from").set_property("location", source)
    pipeline.get_by_name("to").set_property("location", target)
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    if message.type == Gst.MessageType.ERROR:
        print(message.parse_error()[0].message, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
