#include "WarpReference.h"

#include <string.h>

typedef uint16_t eight __attribute__((vector_size(16)));
typedef uint8_t eight_bytes __attribute__((vector_size(8)));

/* Both neighbours of a row in one number, the left one in the low byte. */
static inline uint16_t pair(const uint8_t *at) {
    uint16_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint16_t mix(uint16_t a, uint16_t b, uint16_t weight) {
    return (uint16_t)((uint16_t)((a << 8) + (b - a) * weight + 128) >> 8);
}

static inline uint8_t sample(const uint8_t *plane, ptrdiff_t stride, int64_t x, int64_t y) {
    const uint8_t *at = plane + (y >> 16) * stride + (x >> 16);
    uint16_t across = (x >> 8) & 255, down = (y >> 8) & 255;
    return (uint8_t)mix(mix(at[0], at[1], across), mix(at[stride], at[stride + 1], across), down);
}

void warp_scalar(const uint8_t *plane, ptrdiff_t stride, struct warp_lines lines, int width, int height,
                 uint8_t *output, ptrdiff_t output_stride) {
    int64_t right_x = lines.right_x >> 16, right_y = lines.right_y >> 16;
    for (int row = 0; row < height; row++) {
        int64_t x = lines.x + row * lines.down_x, y = lines.y + row * lines.down_y;
        uint8_t *line = output + row * output_stride;
        for (int column = 0; column < width; column += 8) {
            int count = width - column < 8 ? width - column : 8;
            for (int lane = 0; lane < count; lane++) {
                line[column + lane] = sample(plane, stride, (x >> 16) + right_x * lane, (y >> 16) + right_y * lane);
            }
            x += lines.right_x * 8;
            y += lines.right_y * 8;
        }
    }
}

static inline eight mix_eight(eight a, eight b, eight weight) { return ((a << 8) + (b - a) * weight + 128) >> 8; }

void warp_vectors(const uint8_t *plane, ptrdiff_t stride, struct warp_lines lines, int width, int height,
                  uint8_t *output, ptrdiff_t output_stride) {
    const eight lanes = {0, 1, 2, 3, 4, 5, 6, 7};
    int64_t right_x = lines.right_x >> 16, right_y = lines.right_y >> 16;
    eight steps_x = lanes * (uint16_t)right_x, steps_y = lanes * (uint16_t)right_y;
    for (int row = 0; row < height; row++) {
        int64_t far_x = lines.x + row * lines.down_x, far_y = lines.y + row * lines.down_y;
        uint8_t *line = output + row * output_stride;
        for (int column = 0; column < width; column += 8) {
            int64_t x = far_x >> 16, y = far_y >> 16;
            if (width - column < 8) {
                for (int lane = 0; lane < width - column; lane++) {
                    line[column + lane] = sample(plane, stride, x + right_x * lane, y + right_y * lane);
                }
                break;
            }
            eight top, bottom;
            if (y >> 16 == (y + right_y * 7) >> 16) {
                const uint8_t *upper = plane + (y >> 16) * stride, *lower = upper + stride;
#pragma clang loop unroll(full)
                for (int lane = 0; lane < 8; lane++) {
                    int64_t at = (x + right_x * lane) >> 16;
                    top[lane] = pair(upper + at);
                    bottom[lane] = pair(lower + at);
                }
            } else {
#pragma clang loop unroll(full)
                for (int lane = 0; lane < 8; lane++) {
                    const uint8_t *at =
                        plane + ((y + right_y * lane) >> 16) * stride + ((x + right_x * lane) >> 16);
                    top[lane] = pair(at);
                    bottom[lane] = pair(at + stride);
                }
            }
            eight across = (steps_x + (uint16_t)x) >> 8, down = (steps_y + (uint16_t)y) >> 8;
            eight drawn = mix_eight(mix_eight(top & 255, top >> 8, across),
                                    mix_eight(bottom & 255, bottom >> 8, across), down);
            eight_bytes bytes = __builtin_convertvector(drawn, eight_bytes);
            memcpy(line + column, &bytes, sizeof bytes);
            far_x += lines.right_x * 8;
            far_y += lines.right_y * 8;
        }
    }
}
