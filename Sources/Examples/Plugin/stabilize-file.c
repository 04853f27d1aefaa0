/* Steadies the pictures of a video: stabilize-file FROM TO.mkv
 *
 * Build it with: gcc -o stabilize-file stabilize-file.c $(pkg-config --cflags --libs gstreamer-1.0) */
#include <gst/gst.h>

int main(int argc, char **argv) {
  gst_init(&argc, &argv);
  if (argc != 3) {
    g_printerr("usage: stabilize-file FROM TO.mkv\n");
    return 64;
  }
  GError *error = NULL;
  GstElement *pipeline = gst_parse_launch(
      "filesrc name=from ! decodebin ! videoconvert ! videostab ! videoconvert ! vp8enc deadline=1 "
      "! matroskamux ! filesink name=to",
      &error);
  if (error) {
    g_printerr("%s\n", error->message);
    return 69;
  }
  const char *ends[] = {"from", "to"};
  for (int i = 0; i < 2; i++) {
    GstElement *end = gst_bin_get_by_name(GST_BIN(pipeline), ends[i]);
    g_object_set(end, "location", argv[i + 1], NULL);
    gst_object_unref(end);
  }
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
