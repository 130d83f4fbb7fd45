#ifndef EVOKE_BRIGHT_H
#define EVOKE_BRIGHT_H

#include <libavutil/frame.h>

/// Whether a picture may be brighter than white paper (HDR), so that its levels have another meaning than in SDR.
int is_bright(const AVFrame *frame);

/// Converts such a picture to sRGB: anything up to paper white stays nearly unchanged, and highlights are compressed
/// to white.
///
/// - Parameters:
///   - frame: tells the meaning of the levels.
///   - levels: red, green and blue of each pixel, with 16 bits each.
void show_bright(const AVFrame *frame, const uint16_t *levels, size_t pixels, uint8_t *shown);

#endif
