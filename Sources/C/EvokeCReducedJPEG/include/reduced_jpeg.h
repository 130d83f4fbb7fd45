#ifndef EVOKE_REDUCED_JPEG_H
#define EVOKE_REDUCED_JPEG_H

#include <stddef.h>
#include <stdint.h>

// Decodes JPEGs at a reduced size. Of a block only those coefficients are made use of that show at that size; the bits of
// the others are passed over several symbols at a time, which is what makes it faster than a decoder that keeps them.
//
// It takes on what cameras write: 8 bits, Huffman codes, one scan, YCbCr. What it does not take on, and what
// is damaged in any way, is left to a complete decoder.

/// The width or height of a picture that is shown at `pixels` (1 or 2) pixels for each eight of its own. What would be
/// a part of a pixel is left out, as libvips does.
static inline int evoke_reduced_side(int side, int pixels) { return side * pixels / 8; }

/// Fills `rgb` with the whole picture, reduced: three bytes a pixel, `width` × `height` as evoke_reduced_side has them
/// for the size that the caller knows. Returns 1 when all of it was read without a fault, and 0 otherwise.
int evoke_decode_reduced_jpeg(
    const uint8_t *bytes, size_t count, int pixels, int width, int height, uint8_t *rgb);

#endif
