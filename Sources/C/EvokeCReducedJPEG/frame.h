#ifndef EVOKE_REDUCED_JPEG_FRAME_H
#define EVOKE_REDUCED_JPEG_FRAME_H

#include <stddef.h>
#include <stdint.h>

/// Bits per lookup: enough for the codes that matter, and the tables fit the L1 cache.
enum { LOOKUP_BITS = 12, LOOKUP_SIZE = 1 << LOOKUP_BITS };

typedef struct {
    /// By the next bits: the symbol in the upper byte, the length of its code in the lower; 0 for longer codes.
    uint16_t symbol[LOOKUP_SIZE];
    /// By code length, as in the standard's decoder: the largest code (or -1), and the offset of its values.
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
    /// The start of the coded data.
    const uint8_t *data;
} Frame;

/// Reads the headers; returns 0 for anything unusual.
int evoke_jpeg_read_frame(Frame *frame, const uint8_t *bytes, size_t count);

#endif
