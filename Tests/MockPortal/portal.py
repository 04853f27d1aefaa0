"""A desktop's camera portal for tests: a template of python-dbusmock.

Parameters:
  answer  what the person answers: 0 yes, 1 no, 2 something else (0)
  when    "later", after the call returned; "before" that; "never";
          "vanish", the portal ends instead of an answer; "crash", it ends during the call ("later")
  path    "own": the portal chooses the path of the request ("asked")
  remote  "none": there is no PipeWire ("some")
"""

import os

import dbus
from gi.repository import GLib

BUS_NAME = "org.freedesktop.portal.Desktop"
MAIN_OBJ = "/org/freedesktop/portal/desktop"
MAIN_IFACE = "org.freedesktop.portal.Camera"
SYSTEM_BUS = False


def load(mock, parameters):
    mock.parameters = parameters
    mock.remotes = 0
    print("ready", flush=True)


@dbus.service.method(MAIN_IFACE, sender_keyword="sender", in_signature="a{sv}", out_signature="o")
def AccessCamera(self, options, sender=None):
    path = f"{MAIN_OBJ}/request/{sender[1:].replace('.', '_')}/{options['handle_token']}"
    if self.parameters.get("path") == "own":
        path = f"{MAIN_OBJ}/request/chosen"

    def answer():
        body = [dbus.UInt32(self.parameters.get("answer", 0)), dbus.Dictionary({}, signature="sv")]
        signal = ("org.freedesktop.portal.Request", "Response", "ua{sv}")
        # One for somebody else comes first.
        others = [dbus.UInt32(1 - min(1, body[0])), body[1]]
        self.EmitSignalDetailed(*signal, others, {"path": f"{MAIN_OBJ}/request/1_1/other"})
        self.EmitSignalDetailed(*signal, body, {"path": path, "destination": sender})

    when = self.parameters.get("when", "later")
    if when == "before":
        answer()
    elif when == "later":
        GLib.timeout_add(50, answer)
    elif when == "vanish":
        GLib.timeout_add(50, os._exit, 0)
    elif when == "crash":
        os._exit(1)
    return path


@dbus.service.method(MAIN_IFACE, in_signature="a{sv}", out_signature="h")
def OpenPipeWireRemote(self, _options):
    if self.parameters.get("remote") == "none":
        raise dbus.exceptions.DBusException("there is no PipeWire", name="org.freedesktop.DBus.Error.Failed")
    self.remotes += 1
    reader, writer = os.pipe()
    os.write(writer, f"remote {self.remotes}".encode())
    os.close(writer)
    return dbus.types.UnixFd(reader)
