#include "resampling.h"

// Plain C, compiled twice: with AVX2, the compiler's vectorization comes within a third of intrinsics, and decoding a
// photo takes ten times as long as either.

enum { PRECISION = EVOKE_WEIGHT_BITS, HALF = 1 << (PRECISION - 1), BLOCK = 512 };

static inline uint8_t clipped(int32_t sum) {
    int32_t value = sum >> PRECISION;
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value);
}

static inline __attribute__((always_inline)) void across(const uint8_t *row, EvokeTaps taps, uint8_t *out) {
    for (size_t o = 0; o < taps.outputs; o++) {
        const uint8_t *pixel = row + 3 * (size_t)taps.starts[o];
        const int32_t *weights = taps.weights + o * taps.room;
        int32_t red = HALF, green = HALF, blue = HALF, count = taps.counts[o];
        for (int32_t t = 0; t < count; t++) {
            red += pixel[3 * t] * weights[t];
            green += pixel[3 * t + 1] * weights[t];
            blue += pixel[3 * t + 2] * weights[t];
        }
        out[3 * o] = clipped(red);
        out[3 * o + 1] = clipped(green);
        out[3 * o + 2] = clipped(blue);
    }
}

static inline __attribute__((always_inline)) void down(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out) {
    int32_t sums[BLOCK];
    for (size_t from = 0; from < length; from += BLOCK) {
        size_t block = length - from < BLOCK ? length - from : BLOCK;
        for (size_t i = 0; i < block; i++) sums[i] = HALF;
        for (size_t r = 0; r < count; r++) {
            const uint8_t *row = rows[r] + from;
            int32_t weight = weights[r];
            for (size_t i = 0; i < block; i++) sums[i] += row[i] * weight;
        }
        for (size_t i = 0; i < block; i++) out[from + i] = clipped(sums[i]);
    }
}

void evoke_resample_across_portable(const uint8_t *row, EvokeTaps taps, uint8_t *out) {
    across(row, taps, out);
}

void evoke_resample_down_portable(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out) {
    down(rows, weights, count, length, out);
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) static void across_avx2(const uint8_t *row, EvokeTaps taps, uint8_t *out) {
    across(row, taps, out);
}

__attribute__((target("avx2"))) static void down_avx2(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out) {
    down(rows, weights, count, length, out);
}

void evoke_resample_across(const uint8_t *row, EvokeTaps taps, uint8_t *out) {
    (__builtin_cpu_supports("avx2") ? across_avx2 : evoke_resample_across_portable)(row, taps, out);
}

void evoke_resample_down(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out) {
    (__builtin_cpu_supports("avx2") ? down_avx2 : evoke_resample_down_portable)(rows, weights, count, length, out);
}
#else
void evoke_resample_across(const uint8_t *row, EvokeTaps taps, uint8_t *out) {
    across(row, taps, out);
}

void evoke_resample_down(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out) {
    down(rows, weights, count, length, out);
}
#endif

void evoke_put_on_white(const uint8_t *rgba, size_t pixels, uint8_t *rgb) {
    for (size_t p = 0; p < pixels; p++) {
        uint32_t alpha = rgba[4 * p + 3];
        for (size_t c = 0; c < 3; c++) {
            uint32_t sum = rgba[4 * p + c] * alpha + 255 * (255 - alpha) + 128;
            rgb[3 * p + c] = (uint8_t)((sum + (sum >> 8)) >> 8);
        }
    }
}
