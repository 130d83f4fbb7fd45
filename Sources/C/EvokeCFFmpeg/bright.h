#ifndef EVOKE_BRIGHT_H
#define EVOKE_BRIGHT_H

#include <libavutil/frame.h>

/// Whether a picture may be brighter than white paper (HDR): its levels mean another light than those of plain screens.
int is_bright(const AVFrame *frame);

/// Shows such a picture as a plain screen does, in sRGB: what is no brighter than paper stays nearly as it is, and what
/// shines is brought down to white.
///
/// - Parameters:
///   - frame: says what the levels mean.
///   - levels: red, green and blue of each pixel, as numbers of 16 bits.
void show_bright(const AVFrame *frame, const uint16_t *levels, size_t pixels, uint8_t *shown);

#endif
