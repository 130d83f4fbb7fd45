#ifndef EVOKE_TIFF_PICTURE_H
#define EVOKE_TIFF_PICTURE_H

#include <stddef.h>
#include <stdint.h>

// Reads TIFFs that libvips cannot, using libtiff: tiles in separate planes, 12-bit samples, JPEG as in TIFF 6.0,
// missing planes, truncated files.

typedef enum { EVOKE_TIFF_READ, EVOKE_TIFF_DAMAGED, EVOKE_TIFF_TOO_LARGE } evoke_tiff_result;

typedef struct {
    uint32_t width, height;
    /// The number of rows present, from the top; the rows below are zero.
    uint32_t rows;
    /// Whether the missing rows are beyond the end of the file.
    int is_cut;
    /// 1 for gray, 3 for RGB, 4 for CMYK.
    int colours;
    /// The colors, and possibly alpha after them.
    int bands;
    /// Bytes per sample: 1 or 2 for integers of full range, 4 for floats.
    int bytes;
    /// The orientation as an EXIF number.
    int orientation;
    void *pixels;
    void *profile;
    size_t profile_bytes;
} evoke_tiff_picture;

/// Reads the first picture of the file if its pixels take at most `most` bytes. Free `out` whatever the result.
evoke_tiff_result evoke_read_tiff(const uint8_t *bytes, size_t count, uint64_t most, evoke_tiff_picture *out);

void evoke_free_tiff(evoke_tiff_picture *picture);

#endif
