#ifndef EVOKE_TIFF_MEMORY_H
#define EVOKE_TIFF_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <tiffio.h>

/// A file in memory, as libtiff reads it.
typedef struct {
    const uint8_t *bytes;
    uint64_t count, place;
} evoke_tiff_memory;

/// Takes no more than `most_bytes` of memory for anything it reads, and says nothing. NULL for what is no TIFF.
TIFF *evoke_open_tiff(evoke_tiff_memory *memory, tmsize_t most_bytes);

#endif
