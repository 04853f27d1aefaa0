/* Records three clips of a second each from one pipeline that plays all the time: record-clips DIRECTORY
 *
 * Build it with: gcc -o record-clips record-clips.c $(pkg-config --cflags --libs gstreamer-1.0) */
#include <gst/gst.h>

#define CLIPS 3

typedef struct {
  GMainLoop *loop;
  GstElement *recorder;
  const char *directory;
  int started, finished, failures;
} Program;

/* "start" while a clip is recorded goes on in the next file: no picture is lost or doubled between the two. */
static gboolean next_clip(gpointer data) {
  Program *program = data;
  gboolean done = FALSE;
  if (program->started == CLIPS) {
    g_signal_emit_by_name(program->recorder, "stop", &done);
    return G_SOURCE_REMOVE;
  }
  gchar *file = g_strdup_printf("%s/clip-%03d.mp4", program->directory, ++program->started);
  g_object_set(program->recorder, "location", file, NULL);
  g_free(file);
  g_signal_emit_by_name(program->recorder, "start", &done);
  return G_SOURCE_CONTINUE;
}

static gboolean on_message(GstBus *bus, GstMessage *message, gpointer data) {
  Program *program = data;
  if (GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR) {
    GError *error = NULL;
    gst_message_parse_error(message, &error, NULL);
    g_printerr("the pipeline failed: %s\n", error->message);
    g_error_free(error);
    program->failures++;
    g_main_loop_quit(program->loop);
  } else if (gst_message_has_name(message, "recording-finished")) {
    const GstStructure *clip = gst_message_get_structure(message);
    gboolean playable = FALSE;
    gst_structure_get_boolean(clip, "playable", &playable);
    if (playable) {
      g_print("finished %s\n", gst_structure_get_string(clip, "file"));
    } else {
      g_printerr("%s\n", gst_structure_get_string(clip, "error"));
      program->failures++;
    }
    if (++program->finished == CLIPS) g_main_loop_quit(program->loop);
  }
  return G_SOURCE_CONTINUE;
}

int main(int argc, char **argv) {
  gst_init(&argc, &argv);
  if (argc != 2) {
    g_printerr("usage: record-clips DIRECTORY\n");
    return 64;
  }
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(
      "videotestsrc is-live=true ! video/x-raw,framerate=30/1 ! tee name=pictures ! queue ! fakesink  "
      "pictures. ! gstcamrecorder name=recorder",
      &error);
  if (error) {
    g_printerr("%s\n", error->message);
    return 69;
  }
  Program program = {g_main_loop_new(NULL, FALSE), gst_bin_get_by_name(GST_BIN(pipeline), "recorder"), argv[1], 0, 0, 0};
  GstBus *bus = gst_element_get_bus(pipeline);
  gst_bus_add_watch(bus, on_message, &program);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  next_clip(&program);
  g_timeout_add(1000, next_clip, &program);
  g_main_loop_run(program.loop);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_bus_remove_watch(bus);
  gst_object_unref(bus);
  gst_object_unref(program.recorder);
  gst_object_unref(pipeline);
  g_main_loop_unref(program.loop);
  return program.failures ? 1 : 0;
}
