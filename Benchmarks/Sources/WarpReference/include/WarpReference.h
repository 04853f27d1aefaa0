#ifndef WARP_REFERENCE_H
#define WARP_REFERENCE_H
#include <stddef.h>
#include <stdint.h>

/* Where the rows of a plane are drawn from: positions and steps in samples, with 32 bits after the point. */
struct warp_lines {
    int64_t x, y;           /* of the first sample */
    int64_t right_x, right_y; /* from sample to sample */
    int64_t down_x, down_y;   /* from row to row */
};

/* Draws a plane through a moved, turned and zoomed window with two-dimensional linear interpolation, one sample at a
   time as anyone would write it. All of the window lies inside the plane, whose rows may be read a little further. */
void warp_scalar(const uint8_t *plane, ptrdiff_t stride, struct warp_lines lines, int width, int height,
                 uint8_t *output, ptrdiff_t output_stride);

/* The same with vectors of eight samples, which every x86-64 and arm64 processor has. */
void warp_vectors(const uint8_t *plane, ptrdiff_t stride, struct warp_lines lines, int width, int height,
                  uint8_t *output, ptrdiff_t output_stride);

#endif
