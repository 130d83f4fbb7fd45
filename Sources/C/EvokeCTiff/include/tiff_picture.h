#ifndef EVOKE_TIFF_PICTURE_H
#define EVOKE_TIFF_PICTURE_H

#include <stddef.h>
#include <stdint.h>

// Reads through libtiff those TIFFs that libvips does not take on: tiles in separate planes, samples of 12 bits, JPEG as
// TIFF 6.0 had it, planes that are missing, files without an end.

typedef enum { EVOKE_TIFF_READ, EVOKE_TIFF_DAMAGED, EVOKE_TIFF_TOO_LARGE } evoke_tiff_result;

typedef struct {
    uint32_t width, height;
    /// So many rows from the top are there; those below them are zero.
    uint32_t rows;
    /// Whether those below would lie after the end of the file.
    int is_cut;
    /// 1 for grey, 3 for red, green and blue, 4 for inks.
    int colours;
    /// The colours, and perhaps alpha after them.
    int bands;
    /// Of a sample: 1 or 2 for whole numbers of all their bits, 4 for floats.
    int bytes;
    /// The way it is to be turned, as EXIF counts.
    int orientation;
    void *pixels;
    void *profile;
    size_t profile_bytes;
} evoke_tiff_picture;

/// Reads the first picture of the file, if its pixels take no more than `most` bytes. What was read is to be freed,
/// whatever the result.
evoke_tiff_result evoke_read_tiff(const uint8_t *bytes, size_t count, uint64_t most, evoke_tiff_picture *out);

void evoke_free_tiff(evoke_tiff_picture *picture);

#endif
