// What defining classes of elements needs of GObject's and GStreamer's macros.
#ifndef GSTCAM_CGSTREAMER_CLASS_SHIM_H
#define GSTCAM_CGSTREAMER_CLASS_SHIM_H

#include <gst/gst.h>

static inline GType gst_shim_type_uint(void) { return G_TYPE_UINT; }
static inline GType gst_shim_type_none(void) { return G_TYPE_NONE; }

static inline GType gst_shim_type_of_class(gpointer object_class) { return G_TYPE_FROM_CLASS(object_class); }
static inline GType gst_shim_type_of_instance(gpointer instance) { return G_TYPE_FROM_INSTANCE(instance); }
static inline GType gst_shim_fundamental(GType type) { return G_TYPE_FUNDAMENTAL(type); }

static inline gpointer gst_shim_parent_class(gpointer instance) {
  return g_type_class_peek_parent(G_OBJECT_GET_CLASS(instance));
}

// Flags of a property: read and write as given, and whether writing it while the element plays has an effect; otherwise only in NULL.
static inline GParamFlags gst_shim_param_flags(gboolean writable, gboolean while_playing) {
  GParamFlags flags = (GParamFlags)(G_PARAM_READABLE | GST_PARAM_DOC_SHOW_DEFAULT);
  if (!writable) return flags;
  flags = (GParamFlags)(flags | G_PARAM_WRITABLE);
  return while_playing ? (GParamFlags)(flags | GST_PARAM_MUTABLE_PLAYING) : flags;
}

static inline gboolean gst_shim_event_is_serialized(GstEvent *event) { return GST_EVENT_IS_SERIALIZED(event); }

static inline void gst_shim_pad_set_flags(GstPad *pad, guint flags) { GST_OBJECT_FLAG_SET(pad, flags); }

#endif
