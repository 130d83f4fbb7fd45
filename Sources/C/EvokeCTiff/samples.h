#ifndef EVOKE_TIFF_SAMPLES_H
#define EVOKE_TIFF_SAMPLES_H

#include <stddef.h>
#include <stdint.h>

/// The layout of samples in a row of a TIFF, and in the picture.
typedef struct {
    /// In the file.
    int bits, is_float, is_inverted;
    /// In the picture; 4 for floats.
    int bytes;
} evoke_tiff_samples;

/// Copies one band of a row. `step` is the number of samples from one pixel to the next.
void evoke_copy_tiff_samples(
    const uint8_t *from, size_t first, size_t from_step, evoke_tiff_samples samples, uint8_t *to, size_t to_step,
    size_t count);

/// Divides the colors by alpha, for premultiplied pixels.
void evoke_take_alpha_out(void *row, int bytes, int colours, size_t count);

#endif
