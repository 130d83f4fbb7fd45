#ifndef EVOKE_REDUCED_JPEG_H
#define EVOKE_REDUCED_JPEG_H

#include <stddef.h>
#include <stdint.h>

// Decodes JPEGs at a reduced size. Only the coefficients that matter at that size are used; the bits of others are
// skipped, several symbols at a time, which makes it faster than a decoder that keeps them.
//
// It supports what cameras write: 8 bits, Huffman codes, one scan, YCbCr. Anything else, and any damaged file, is left
// to a complete decoder.

/// The width or height of a picture that is reduced to `pixels` (1 or 2) out of 8 pixels. Fractions of a pixel are
/// dropped, as in libvips.
static inline int evoke_reduced_side(int side, int pixels) { return side * pixels / 8; }

/// Fills `rgb` with the reduced picture: three bytes per pixel, `width` × `height` according to evoke_reduced_side.
/// Returns 1 if all of it was read without an error, otherwise 0.
int evoke_decode_reduced_jpeg(
    const uint8_t *bytes, size_t count, int pixels, int width, int height, uint8_t *rgb);

#endif
