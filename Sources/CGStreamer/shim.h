// GStreamer's C headers for Swift, and the few things a Swift importer cannot read: macros, casts behind macros
// and mutable globals. Everything else is called under its own C name.
#ifndef GSTCAM_CGSTREAMER_SHIM_H
#define GSTCAM_CGSTREAMER_SHIM_H

#include <gio/gio.h>
#include <gio/gunixfdlist.h>
#include <glib-unix.h>
#include <gst/app/app.h>
#include <gst/audio/audio.h>
#include <gst/gst.h>
#include <gst/pbutils/pbutils.h>
#include <gst/video/video.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "class-shim.h"

static inline GType gst_shim_type_boolean(void) { return G_TYPE_BOOLEAN; }
static inline GType gst_shim_type_int(void) { return G_TYPE_INT; }
static inline GType gst_shim_type_int64(void) { return G_TYPE_INT64; }
static inline GType gst_shim_type_uint64(void) { return G_TYPE_UINT64; }
static inline GType gst_shim_type_double(void) { return G_TYPE_DOUBLE; }
static inline GType gst_shim_type_string(void) { return G_TYPE_STRING; }

static inline gboolean gst_shim_is_bin(gpointer object) { return GST_IS_BIN(object); }
static inline gboolean gst_shim_is_element(gpointer object) { return GST_IS_ELEMENT(object); }
static inline gboolean gst_shim_is_pipeline(gpointer object) { return GST_IS_PIPELINE(object); }

static inline GType gst_shim_type_video_overlay(void) { return GST_TYPE_VIDEO_OVERLAY; }
static inline GstVideoOverlay *gst_shim_video_overlay(gpointer object) {
  return GST_IS_VIDEO_OVERLAY(object) ? GST_VIDEO_OVERLAY(object) : NULL;
}

static inline gboolean gst_shim_value_is(const GValue *value, GType type) { return G_VALUE_HOLDS(value, type); }

static inline GParamSpec *gst_shim_find_property(gpointer object, const gchar *name) {
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), name);
}

static inline GstElementFactoryListType gst_shim_factory_type_parser(void) {
  return GST_ELEMENT_FACTORY_TYPE_PARSER;
}

static inline GType gst_shim_type_enum(void) { return G_TYPE_ENUM; }
static inline GType gst_shim_type_flags(void) { return G_TYPE_FLAGS; }

static inline const GEnumValue *gst_shim_enum_value(gpointer enum_class, guint index) {
  GEnumClass *values = (GEnumClass *)enum_class;
  return index < values->n_values ? &values->values[index] : NULL;
}

static inline const GFlagsValue *gst_shim_flags_value(gpointer flags_class, guint index) {
  GFlagsClass *values = (GFlagsClass *)flags_class;
  return index < values->n_values ? &values->values[index] : NULL;
}

// The range of a number property as text, to be freed; NULL for a property that is no number.
static inline gchar *gst_shim_property_range(GParamSpec *spec) {
  if (G_IS_PARAM_SPEC_INT(spec))
    return g_strdup_printf("%d to %d", G_PARAM_SPEC_INT(spec)->minimum, G_PARAM_SPEC_INT(spec)->maximum);
  if (G_IS_PARAM_SPEC_UINT(spec))
    return g_strdup_printf("%u to %u", G_PARAM_SPEC_UINT(spec)->minimum, G_PARAM_SPEC_UINT(spec)->maximum);
  if (G_IS_PARAM_SPEC_INT64(spec))
    return g_strdup_printf("%" G_GINT64_FORMAT " to %" G_GINT64_FORMAT, G_PARAM_SPEC_INT64(spec)->minimum,
                           G_PARAM_SPEC_INT64(spec)->maximum);
  if (G_IS_PARAM_SPEC_UINT64(spec))
    return g_strdup_printf("%" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT, G_PARAM_SPEC_UINT64(spec)->minimum,
                           G_PARAM_SPEC_UINT64(spec)->maximum);
  if (G_IS_PARAM_SPEC_LONG(spec))
    return g_strdup_printf("%ld to %ld", G_PARAM_SPEC_LONG(spec)->minimum, G_PARAM_SPEC_LONG(spec)->maximum);
  if (G_IS_PARAM_SPEC_ULONG(spec))
    return g_strdup_printf("%lu to %lu", G_PARAM_SPEC_ULONG(spec)->minimum, G_PARAM_SPEC_ULONG(spec)->maximum);
  if (G_IS_PARAM_SPEC_FLOAT(spec))
    return g_strdup_printf("%g to %g", G_PARAM_SPEC_FLOAT(spec)->minimum, G_PARAM_SPEC_FLOAT(spec)->maximum);
  if (G_IS_PARAM_SPEC_DOUBLE(spec))
    return g_strdup_printf("%g to %g", G_PARAM_SPEC_DOUBLE(spec)->minimum, G_PARAM_SPEC_DOUBLE(spec)->maximum);
  return NULL;
}

static inline void gst_shim_split_at_running_time(gpointer splitmuxsink, guint64 time) {
  g_signal_emit_by_name(splitmuxsink, "split-at-running-time", time);
}

static inline void gst_shim_tag_list_unref(GstTagList *list) { gst_tag_list_unref(list); }

// The size of a plane in its own samples; the chroma of 4:2:0 has half of either side.
static inline gint gst_shim_plane_width(const GstVideoInfo *info, guint plane) {
  gint components[GST_VIDEO_MAX_COMPONENTS];
  gst_video_format_info_component(info->finfo, plane, components);
  return GST_VIDEO_INFO_COMP_WIDTH(info, components[0]);
}

static inline gint gst_shim_plane_height(const GstVideoInfo *info, guint plane) {
  gint components[GST_VIDEO_MAX_COMPONENTS];
  gst_video_format_info_component(info->finfo, plane, components);
  return GST_VIDEO_INFO_COMP_HEIGHT(info, components[0]);
}

static inline gboolean gst_shim_is_main_thread(void) { return syscall(SYS_gettid) == getpid(); }

// What Foundation's run loop uses to run the main queue. Weak, so that a program without Dispatch links as well.
extern int _dispatch_get_main_queue_handle_4CF(void) __attribute__((weak));
extern void _dispatch_main_queue_callback_4CF(void *ignored) __attribute__((weak));

static inline int gst_shim_main_queue_handle(void) {
  if (!_dispatch_get_main_queue_handle_4CF || !_dispatch_main_queue_callback_4CF) return -1;
  return _dispatch_get_main_queue_handle_4CF();
}
static inline void gst_shim_main_queue_run(void) { _dispatch_main_queue_callback_4CF(NULL); }

static inline gint gst_shim_debug_threshold(void) { return (gint)_gst_debug_min; }

// Gives memory that is free inside the C library back to the system; only GNU's keeps so much that it matters.
static inline void gst_shim_trim_memory(void) {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
}

#endif
