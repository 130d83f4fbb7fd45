#ifndef EVOKE_TIFF_MEMORY_H
#define EVOKE_TIFF_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

/// A file in memory, for libtiff.
typedef struct {
    const uint8_t *bytes;
    uint64_t count, place;
} evoke_tiff_memory;

/// Limits each allocation to `most_bytes`, and silences messages. Returns NULL if it is not a TIFF.
TIFF *evoke_open_tiff(evoke_tiff_memory *memory, tmsize_t most_bytes);

#endif
