#pragma once
#include <stddef.h>
#include <stdint.h>

/// XXH3 by Yann Collet, with seed 0 and the secret that comes with it.
uint64_t evoke_xxh3_64(const void *bytes, size_t count);

enum { EVOKE_XXH3_BLOCK = 1024, EVOKE_XXH3_STRIPE = 64 };

/// XXH3 of 128 bits, of bytes that come one after the other.
typedef struct {
    uint64_t lanes[8];
    uint64_t total;
    size_t count;
    /// The end of what was taken up, and `count` bytes that were not yet.
    uint64_t held[(EVOKE_XXH3_STRIPE + EVOKE_XXH3_BLOCK) / 8];
} evoke_xxh3;

void evoke_xxh3_start(evoke_xxh3 *state);
void evoke_xxh3_add(evoke_xxh3 *state, const void *bytes, size_t count);
void evoke_xxh3_end(const evoke_xxh3 *state, uint64_t *high, uint64_t *low);

typedef struct {
    uint32_t words[8];
    uint64_t total;
    uint8_t held[64];
} evoke_sha256;

void evoke_sha256_start(evoke_sha256 *state);
void evoke_sha256_add(evoke_sha256 *state, const void *bytes, size_t count);
/// Writes 32 bytes. The state may be copied before, to add more.
void evoke_sha256_end(evoke_sha256 *state, uint8_t *digest);
