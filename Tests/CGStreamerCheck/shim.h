// GStreamer's own harness for elements, for the tests. The types come from CGStreamer, so that there is one of each.
#ifndef GSTCAM_CGSTREAMER_CHECK_SHIM_H
#define GSTCAM_CGSTREAMER_CHECK_SHIM_H

#include "../../Sources/CGStreamer/shim.h"

#include <gst/check/gstharness.h>

#endif
