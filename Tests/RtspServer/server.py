"""A media server for tests: takes one RTSP stream of picture and sound and writes both, decoded, into files.

server.py PORT TARGET   writes TARGET.0 and TARGET.1, in the order in which the client announces its streams.
"""

import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402

Gst.init(None)
port, target = sys.argv[1], sys.argv[2]
server = GstRtspServer.RTSPServer(service=port, address="127.0.0.1")
factory = GstRtspServer.RTSPMediaFactory()
factory.set_transport_mode(GstRtspServer.RTSPTransportMode.RECORD)
legs = [
    f"decodebin name=depay{number} ! filesink location={target}.{number} sync=false async=false"
    for number in (0, 1)
]
factory.set_launch("( " + " ".join(legs) + " )")
server.get_mount_points().add_factory("/desk", factory)
server.attach(None)
print("ready", flush=True)
GLib.MainLoop().run()
