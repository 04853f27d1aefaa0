@_exported public import CameraDevices
@_exported public import Recording

// The devices and the engine's values (plans, events, errors, reports) are part of this module's interface, and so are the time and
// the fraction that they are made of.
@_exported public import struct GStreamer.ClockTime
@_exported public import struct PipelineTemplates.Fraction
