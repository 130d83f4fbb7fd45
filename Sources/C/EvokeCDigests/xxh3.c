// After the specification of xxHash (https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md). Little-endian alone.
#include "digests.h"

#include <stdbool.h>
#include <string.h>

static const uint8_t secret[192] = {
    0xb8, 0xfe, 0x6c, 0x39, 0x23, 0xa4, 0x4b, 0xbe, 0x7c, 0x01, 0x81, 0x2c, 0xf7, 0x21, 0xad, 0x1c,
    0xde, 0xd4, 0x6d, 0xe9, 0x83, 0x90, 0x97, 0xdb, 0x72, 0x40, 0xa4, 0xa4, 0xb7, 0xb3, 0x67, 0x1f,
    0xcb, 0x79, 0xe6, 0x4e, 0xcc, 0xc0, 0xe5, 0x78, 0x82, 0x5a, 0xd0, 0x7d, 0xcc, 0xff, 0x72, 0x21,
    0xb8, 0x08, 0x46, 0x74, 0xf7, 0x43, 0x24, 0x8e, 0xe0, 0x35, 0x90, 0xe6, 0x81, 0x3a, 0x26, 0x4c,
    0x3c, 0x28, 0x52, 0xbb, 0x91, 0xc3, 0x00, 0xcb, 0x88, 0xd0, 0x65, 0x8b, 0x1b, 0x53, 0x2e, 0xa3,
    0x71, 0x64, 0x48, 0x97, 0xa2, 0x0d, 0xf9, 0x4e, 0x38, 0x19, 0xef, 0x46, 0xa9, 0xde, 0xac, 0xd8,
    0xa8, 0xfa, 0x76, 0x3f, 0xe3, 0x9c, 0x34, 0x3f, 0xf9, 0xdc, 0xbb, 0xc7, 0xc7, 0x0b, 0x4f, 0x1d,
    0x8a, 0x51, 0xe0, 0x4b, 0xcd, 0xb4, 0x59, 0x31, 0xc8, 0x9f, 0x7e, 0xc9, 0xd9, 0x78, 0x73, 0x64,
    0xea, 0xc5, 0xac, 0x83, 0x34, 0xd3, 0xeb, 0xc3, 0xc5, 0x81, 0xa0, 0xff, 0xfa, 0x13, 0x63, 0xeb,
    0x17, 0x0d, 0xdd, 0x51, 0xb7, 0xf0, 0xda, 0x49, 0xd3, 0x16, 0x55, 0x26, 0x29, 0xd4, 0x68, 0x9e,
    0x2b, 0x16, 0xbe, 0x58, 0x7d, 0x47, 0xa1, 0xfc, 0x8f, 0xf8, 0xb8, 0xd1, 0x7a, 0xd0, 0x31, 0xce,
    0x45, 0xcb, 0x3a, 0x8f, 0x95, 0x16, 0x04, 0x28, 0xaf, 0xd7, 0xfb, 0xca, 0xbb, 0x4b, 0x40, 0x7e,
};

static const uint64_t P32_1 = 0x9e3779b1, P32_2 = 0x85ebca77, P32_3 = 0xc2b2ae3d;
static const uint64_t P64_1 = 0x9e3779b185ebca87, P64_2 = 0xc2b2ae3d27d4eb4f, P64_3 = 0x165667b19e3779f9;
static const uint64_t P64_4 = 0x85ebca77c2b2ae63, P64_5 = 0x27d4eb2f165667c5;
static const uint64_t MIX_1 = 0x165667919e3779f9, MIX_2 = 0x9fb21c651e98df25;

typedef struct {
    uint64_t low, high;
} Wide;

static inline uint32_t read32(const uint8_t *place) {
    uint32_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

static inline uint64_t read64(const uint8_t *place) {
    uint64_t value;
    memcpy(&value, place, sizeof value);
    return value;
}

/// Two words of the secret.
static inline uint64_t flip(size_t place) { return read64(secret + place) ^ read64(secret + place + 8); }

static inline uint64_t rotate(uint64_t value, int bits) { return value << bits | value >> (64 - bits); }

static inline Wide multiply(uint64_t one, uint64_t other) {
    const unsigned __int128 product = (unsigned __int128)one * other;
    return (Wide){(uint64_t)product, (uint64_t)(product >> 64)};
}

static inline uint64_t fold(uint64_t one, uint64_t other) {
    const Wide product = multiply(one, other);
    return product.low ^ product.high;
}

static inline uint64_t avalanche(uint64_t hash) {
    hash = (hash ^ hash >> 37) * MIX_1;
    return hash ^ hash >> 32;
}

static inline uint64_t avalanche_of_few(uint64_t hash) {
    hash = (hash ^ hash >> 33) * P64_2;
    hash = (hash ^ hash >> 29) * P64_3;
    return hash ^ hash >> 32;
}

static inline uint64_t mix(const uint8_t *in, const uint8_t *with) {
    return fold(read64(in) ^ read64(with), read64(in + 8) ^ read64(with + 8));
}

// Up to 240 bytes.

static inline uint32_t few(const uint8_t *in, size_t count) {
    return (uint32_t)in[0] << 16 | (uint32_t)in[count >> 1] << 24 | in[count - 1] | (uint32_t)count << 8;
}

static uint64_t short64(const uint8_t *in, size_t count) {
    if (count == 0) return avalanche_of_few(flip(56));
    if (count <= 3) return avalanche_of_few(few(in, count) ^ (uint64_t)(read32(secret) ^ read32(secret + 4)));
    if (count <= 8) {
        uint64_t hash = (read32(in + count - 4) + ((uint64_t)read32(in) << 32)) ^ flip(8);
        hash = (hash ^ rotate(hash, 49) ^ rotate(hash, 24)) * MIX_2;
        hash = (hash ^ ((hash >> 35) + count)) * MIX_2;
        return hash ^ hash >> 28;
    }
    if (count <= 16) {
        const uint64_t low = read64(in) ^ flip(24), high = read64(in + count - 8) ^ flip(40);
        return avalanche(count + __builtin_bswap64(low) + high + fold(low, high));
    }
    uint64_t hash = count * P64_1;
    if (count <= 128) {
        for (size_t at = (count - 1) / 32 * 16 + 16; at; at -= 16)
            hash += mix(in + at - 16, secret + (2 * at - 32)) + mix(in + count - at, secret + (2 * at - 16));
        return avalanche(hash);
    }
    for (size_t at = 0; at < 128; at += 16) hash += mix(in + at, secret + at);
    hash = avalanche(hash);
    for (size_t at = 128; at + 16 <= count; at += 16) hash += mix(in + at, secret + (at - 125));
    return avalanche(hash + mix(in + count - 16, secret + 136 - 17));
}

static inline void mix_pair(Wide *hash, const uint8_t *one, const uint8_t *other, const uint8_t *with) {
    hash->low = (hash->low + mix(one, with)) ^ (read64(other) + read64(other + 8));
    hash->high = (hash->high + mix(other, with + 16)) ^ (read64(one) + read64(one + 8));
}

static Wide short128(const uint8_t *in, size_t count) {
    if (count == 0) return (Wide){avalanche_of_few(flip(64)), avalanche_of_few(flip(80))};
    if (count <= 3) {
        const uint32_t low = few(in, count), swapped = __builtin_bswap32(low), high = swapped << 13 | swapped >> 19;
        return (Wide){
            avalanche_of_few(low ^ (uint64_t)(read32(secret) ^ read32(secret + 4))),
            avalanche_of_few(high ^ (uint64_t)(read32(secret + 8) ^ read32(secret + 12)))};
    }
    if (count <= 8) {
        Wide hash =
            multiply((read32(in) + ((uint64_t)read32(in + count - 4) << 32)) ^ flip(16), P64_1 + (count << 2));
        hash.high += hash.low << 1;
        hash.low ^= hash.high >> 3;
        hash.low = (hash.low ^ hash.low >> 35) * MIX_2;
        return (Wide){hash.low ^ hash.low >> 28, avalanche(hash.high)};
    }
    if (count <= 16) {
        const uint64_t low = read64(in), high = read64(in + count - 8), flipped = high ^ flip(48);
        Wide hash = multiply(low ^ high ^ flip(32), P64_1);
        hash.low += (uint64_t)(count - 1) << 54;
        hash.high += flipped + (uint32_t)flipped * (P32_2 - 1);
        Wide result = multiply(hash.low ^ __builtin_bswap64(hash.high), P64_2);
        return (Wide){avalanche(result.low), avalanche(result.high + hash.high * P64_2)};
    }
    Wide hash = {count * P64_1, 0};
    if (count <= 128) {
        for (size_t at = (count - 1) / 32 * 16 + 16; at; at -= 16)
            mix_pair(&hash, in + at - 16, in + count - at, secret + (2 * at - 32));
    } else {
        for (size_t at = 0; at < 128; at += 32) mix_pair(&hash, in + at, in + at + 16, secret + at);
        hash = (Wide){avalanche(hash.low), avalanche(hash.high)};
        for (size_t at = 128; at + 32 <= count; at += 32)
            mix_pair(&hash, in + at, in + at + 16, secret + (at - 125));
        mix_pair(&hash, in + count - 16, in + count - 32, secret + 136 - 17 - 16);
    }
    const uint64_t high = hash.low * P64_1 + hash.high * P64_4 + count * P64_2;
    return (Wide){avalanche(hash.low + hash.high), 0 - avalanche(high)};
}

// More.

typedef uint64_t Lanes __attribute__((vector_size(16), aligned(8)));

static inline void take_stripe(Lanes *lanes, const uint8_t *in, const uint8_t *with) {
    for (int at = 0; at < 4; at++) {
        Lanes value, key;
        memcpy(&value, in + 16 * at, sizeof value);
        memcpy(&key, with + 16 * at, sizeof key);
        key ^= value;
        lanes[at] += __builtin_shufflevector(value, value, 1, 0) + (key & 0xffffffff) * (key >> 32);
    }
}

static inline void take_stripes(Lanes *lanes, const uint8_t *in, size_t count) {
    for (size_t at = 0; at < count; at++) take_stripe(lanes, in + EVOKE_XXH3_STRIPE * at, secret + 8 * at);
}

static void take_blocks(uint64_t *words, const uint8_t *in, size_t count) {
    Lanes lanes[4];
    memcpy(lanes, words, sizeof lanes);
    for (; count; count--, in += EVOKE_XXH3_BLOCK) {
        take_stripes(lanes, in, EVOKE_XXH3_BLOCK / EVOKE_XXH3_STRIPE);
        for (int at = 0; at < 4; at++) {
            Lanes key;
            memcpy(&key, secret + 128 + 16 * at, sizeof key);
            lanes[at] = (lanes[at] ^ lanes[at] >> 47 ^ key) * P32_1;
        }
    }
    memcpy(words, lanes, sizeof lanes);
}

/// The last block, of 1 to 1024 bytes; before it are others, or it is longer than a stripe.
static void take_end(uint64_t *words, const uint8_t *in, size_t count) {
    Lanes lanes[4];
    memcpy(lanes, words, sizeof lanes);
    take_stripes(lanes, in, (count - 1) / EVOKE_XXH3_STRIPE);
    take_stripe(lanes, in + count - EVOKE_XXH3_STRIPE, secret + 192 - 64 - 7);
    memcpy(words, lanes, sizeof lanes);
}

static uint64_t merge(const uint64_t *words, size_t place, uint64_t hash) {
    for (int at = 0; at < 4; at++)
        hash += fold(
            words[2 * at] ^ read64(secret + place + 16 * at), words[2 * at + 1] ^ read64(secret + place + 16 * at + 8));
    return avalanche(hash);
}

void evoke_xxh3_start(evoke_xxh3 *state) {
    *state = (evoke_xxh3){.lanes = {P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1}};
}

uint64_t evoke_xxh3_64(const void *bytes, size_t count) {
    if (count <= 240) return short64(bytes, count);
    const size_t blocks = (count - 1) / EVOKE_XXH3_BLOCK;
    uint64_t words[8] = {P32_3, P64_1, P64_2, P64_3, P64_4, P32_2, P64_5, P32_1};
    take_blocks(words, bytes, blocks);
    take_end(words, (const uint8_t *)bytes + blocks * EVOKE_XXH3_BLOCK, count - blocks * EVOKE_XXH3_BLOCK);
    return merge(words, 11, count * P64_1);
}

/// A block is taken up once more bytes follow it.
void evoke_xxh3_add(evoke_xxh3 *state, const void *bytes, size_t count) {
    const uint8_t *in = bytes;
    uint8_t *const before = (uint8_t *)state->held, *const waiting = before + EVOKE_XXH3_STRIPE;
    state->total += count;
    while (count) {
        if (state->count == EVOKE_XXH3_BLOCK) {
            take_blocks(state->lanes, waiting, 1);
            memcpy(before, waiting + EVOKE_XXH3_BLOCK - EVOKE_XXH3_STRIPE, EVOKE_XXH3_STRIPE);
            state->count = 0;
        }
        if (state->count == 0 && count > EVOKE_XXH3_BLOCK) {
            const size_t blocks = (count - 1) / EVOKE_XXH3_BLOCK;
            take_blocks(state->lanes, in, blocks);
            in += blocks * EVOKE_XXH3_BLOCK;
            count -= blocks * EVOKE_XXH3_BLOCK;
            memcpy(before, in - EVOKE_XXH3_STRIPE, EVOKE_XXH3_STRIPE);
        }
        const size_t room = EVOKE_XXH3_BLOCK - state->count, part = count < room ? count : room;
        memcpy(waiting + state->count, in, part);
        state->count += part;
        in += part;
        count -= part;
    }
}

void evoke_xxh3_end(const evoke_xxh3 *state, uint64_t *high, uint64_t *low) {
    const uint8_t *const waiting = (const uint8_t *)state->held + EVOKE_XXH3_STRIPE;
    Wide hash;
    if (state->total <= 240) {
        hash = short128(waiting, state->count);
    } else {
        uint64_t words[8];
        memcpy(words, state->lanes, sizeof words);
        take_end(words, waiting, state->count);
        hash.low = merge(words, 11, state->total * P64_1);
        hash.high = merge(words, 192 - 64 - 11, ~(state->total * P64_2));
    }
    *high = hash.high;
    *low = hash.low;
}
