#ifndef EVOKE_REDUCED_JPEG_FRAME_H
#define EVOKE_REDUCED_JPEG_FRAME_H

#include <stddef.h>
#include <stdint.h>

/// How many bits are looked up at once: the codes that matter fit, and the tables stay in the nearest cache.
enum { LOOKUP_BITS = 12, LOOKUP_SIZE = 1 << LOOKUP_BITS };

typedef struct {
    /// For the next bits: the symbol in the upper byte, the length of its code in the lower; 0 for longer codes.
    uint16_t symbol[LOOKUP_SIZE];
    /// Codes by their length, as the standard's decoder has them: largest code (or -1), and where its values begin.
    int32_t largest[18];
    int32_t offset[17];
    uint8_t values[256];
    int is_there;
} CodeTable;

typedef struct {
    int id, across, down, quantisation, dc, ac;
} Component;

typedef struct {
    int width, height;
    Component components[3];
    int widest, tallest;
    int restart_interval;
    uint16_t quantisation[4][64];
    uint8_t has_quantisation[4];
    CodeTable dc[4], ac[4];
    /// Where the coded data begins.
    const uint8_t *data;
} Frame;

/// Reads what stands before the coded data; 0 for anything unusual.
int evoke_jpeg_read_frame(Frame *frame, const uint8_t *bytes, size_t count);

#endif
