#ifndef EVOKE_REDUCED_JPEG_BITS_H
#define EVOKE_REDUCED_JPEG_BITS_H

#include <stdint.h>
#include <string.h>

/// The limit of a block in bytes, so that the end of the data needs checking only between blocks.
enum { BYTES_BEHIND_DATA = 512 };

/// The coded data up to a marker, as bits: the next one is the highest of `window`. After `end` there are zeros.
typedef struct {
    const uint8_t *next, *end;
    uint64_t window;
    int left;
} Bits;

/// Ensures at least 56 bits in `window`.
static inline void refill(Bits *bits) {
    uint64_t eight;
    memcpy(&eight, bits->next, 8);
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    eight = __builtin_bswap64(eight);
#endif
    bits->window |= eight >> bits->left;
    int bytes = (63 - bits->left) >> 3;
    bits->next += bytes;
    bits->left += 8 * bytes;
}

static inline void drop(Bits *bits, int count) {
    bits->window <<= count;
    bits->left -= count;
}

/// The number of unused bits; negative if more were used than there are.
static inline long remaining(const Bits *bits) { return 8 * (bits->end - bits->next) + bits->left; }

#endif
