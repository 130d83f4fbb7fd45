#include "digests.h"

#include <string.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
    0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
    0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
    0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static inline uint32_t rotate(uint32_t value, int bits) { return value >> bits | value << (32 - bits); }

static void take(uint32_t *words, const uint8_t *in, size_t blocks) {
    for (; blocks; blocks--, in += 64) {
        uint32_t w[16], s[8];
        memcpy(s, words, sizeof s);
        memcpy(w, in, sizeof w);
        for (int at = 0; at < 16; at++) w[at] = __builtin_bswap32(w[at]);
#pragma clang loop unroll_count(16)
        for (int at = 0; at < 64; at++) {
            // The names of the eight words move by one in each round.
            uint32_t *const a = &s[-at & 7], *const b = &s[(1 - at) & 7], *const c = &s[(2 - at) & 7];
            uint32_t *const e = &s[(4 - at) & 7], *const f = &s[(5 - at) & 7], *const g = &s[(6 - at) & 7];
            uint32_t *const d = &s[(3 - at) & 7], *const h = &s[(7 - at) & 7];
            if (at >= 16) {
                const uint32_t x = w[(at + 1) & 15], y = w[(at + 14) & 15];
                w[at & 15] += (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[(at + 9) & 15] +
                    (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
            }
            *h += (rotate(*e, 6) ^ rotate(*e, 11) ^ rotate(*e, 25)) + (*g ^ (*e & (*f ^ *g))) + constants[at] +
                w[at & 15];
            *d += *h;
            *h += (rotate(*a, 2) ^ rotate(*a, 13) ^ rotate(*a, 22)) + ((*a & *b) | (*c & (*a | *b)));
        }
        for (int at = 0; at < 8; at++) words[at] += s[at];
    }
}

void evoke_sha256_start(evoke_sha256 *state) {
    *state = (evoke_sha256){
        .words = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void evoke_sha256_add(evoke_sha256 *state, const void *bytes, size_t count) {
    const uint8_t *in = bytes;
    const size_t held = state->total % 64;
    state->total += count;
    if (held) {
        const size_t part = count < 64 - held ? count : 64 - held;
        memcpy(state->held + held, in, part);
        in += part;
        count -= part;
        if (held + part < 64) return;
        take(state->words, state->held, 1);
    }
    take(state->words, in, count / 64);
    memcpy(state->held, in + count / 64 * 64, count % 64);
}

void evoke_sha256_end(evoke_sha256 *state, uint8_t *digest) {
    static const uint8_t padding[64] = {0x80};
    const uint64_t bits = __builtin_bswap64(state->total * 8);
    evoke_sha256_add(state, padding, 64 - (state->total + 8) % 64);
    evoke_sha256_add(state, &bits, sizeof bits);
    for (int at = 0; at < 8; at++) {
        const uint32_t word = __builtin_bswap32(state->words[at]);
        memcpy(digest + 4 * at, &word, sizeof word);
    }
}
