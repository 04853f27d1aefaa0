/* Uses the test camera in a pipeline of its own: use-camera DIRECTORY
 *
 * Build it with: gcc -o use-camera use-camera.c $(pkg-config --cflags --libs gstreamer-1.0) */
#include <gst/gst.h>

int main(int argc, char **argv) {
  gst_init(&argc, &argv);
  if (argc != 2) {
    g_printerr("usage: use-camera DIRECTORY\n");
    return 64;
  }
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(
      "gstcamsrc device=test microphone=none parameters=width=320,height=240,framerate=30 "
      "! identity eos-after=61 ! videoconvert ! videoflip method=rotate-180 ! vp8enc deadline=1 "
      "! matroskamux ! filesink name=file",
      &error);
  if (error) {
    g_printerr("%s\n", error->message);
    return 69;
  }
  GstElement *file = gst_bin_get_by_name(GST_BIN(pipeline), "file");
  gchar *name = g_strdup_printf("%s/camera.mkv", argv[1]);
  g_object_set(file, "location", name, NULL);
  g_free(name);
  gst_object_unref(file);
  gst_element_set_state(pipeline, GST_STATE_PLAYING);
  GstBus *bus = gst_element_get_bus(pipeline);
  GstMessage *message =
      gst_bus_timed_pop_filtered(bus, GST_CLOCK_TIME_NONE, GST_MESSAGE_EOS | GST_MESSAGE_ERROR);
  gboolean failed = GST_MESSAGE_TYPE(message) == GST_MESSAGE_ERROR;
  if (failed) {
    gst_message_parse_error(message, &error, NULL);
    g_printerr("%s\n", error->message);
    g_error_free(error);
  }
  gst_message_unref(message);
  gst_element_set_state(pipeline, GST_STATE_NULL);
  gst_object_unref(bus);
  gst_object_unref(pipeline);
  return failed ? 1 : 0;
}
