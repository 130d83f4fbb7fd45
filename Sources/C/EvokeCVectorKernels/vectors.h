#pragma once
#include "vector_kernels.h"
#include <math.h>
#include <string.h>

// What needs no intrinsics: plain C, compiled separately for each kind of processor.
#pragma STDC FP_CONTRACT OFF

#define EVOKE_PLAIN static inline __attribute__((always_inline))

enum { LANES = 16 };

EVOKE_PLAIN float half_to_float(uint16_t half) {
    uint32_t sign = (uint32_t)(half & 0x8000) << 16;
    uint32_t exponent = (half >> 10) & 0x1F;
    uint32_t mantissa = half & 0x3FF;
    float value;
    if (exponent == 0) {
        value = (float)mantissa * 0x1p-24f;
        return sign ? -value : value;
    }
    uint32_t bits = sign | (exponent == 31 ? 0x7F800000u : (exponent + 112) << 23) | mantissa << 13;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/// Adds up the lanes in a fixed order.
EVOKE_PLAIN float sum_of_lanes(const float *lanes) {
    float sum = 0;
    for (int lane = 0; lane < LANES / 2; lane++) sum += lanes[lane] + lanes[lane + LANES / 2];
    return sum;
}

/// Adds the remaining products if the number of dimensions is not a multiple of the lanes.
EVOKE_PLAIN float add_rest(float sum, const float *query, const uint16_t *row, size_t from, size_t dimensions) {
    for (size_t d = from; d < dimensions; d++) {
        float product = query[d] * half_to_float(row[d]);
        sum += product;
    }
    return sum;
}

EVOKE_PLAIN void bound_rows(
    const uint16_t *counts, const uint16_t *factors, float base, float reach, float step, float *bounds) {
    for (int r = 0; r < EVOKE_GROUP; r++) {
        uint32_t bits = (uint32_t)factors[r] << 16;
        float factor;
        memcpy(&factor, &bits, sizeof factor);
        float gap = step * (float)(int32_t)counts[r];
        float bound = factor * (reach - gap);
        bounds[r] = base + bound;
    }
}

EVOKE_PLAIN void best_of_groups(
    const uint16_t *counts, const uint16_t *factors, const uint64_t *allowed, size_t groups, float base, float reach,
    float step, float *best) {
    for (size_t g = 0; g < groups; g++, counts += EVOKE_GROUP, factors += EVOKE_GROUP) {
        float bounds[EVOKE_GROUP], lanes[LANES];
        best[g] = -INFINITY;
        if (allowed[g] == 0) continue;
        bound_rows(counts, factors, base, reach, step, bounds);
        if (allowed[g] != UINT64_MAX) {
            uint32_t halves[2] = {(uint32_t)allowed[g], (uint32_t)(allowed[g] >> 32)};
            for (int r = 0; r < EVOKE_GROUP; r++) {
                if (!(halves[r / 32] >> (r % 32) & 1)) bounds[r] = -INFINITY;
            }
        }
        for (int lane = 0; lane < LANES; lane++) lanes[lane] = bounds[lane];
        for (int r = LANES; r < EVOKE_GROUP; r += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                lanes[lane] = bounds[r + lane] > lanes[lane] ? bounds[r + lane] : lanes[lane];
            }
        }
        for (int lane = 0; lane < LANES; lane++) best[g] = lanes[lane] > best[g] ? lanes[lane] : best[g];
    }
}

EVOKE_PLAIN uint64_t rows_above(
    const uint16_t *counts, const uint16_t *factors, float base, float reach, float step, float limit) {
    float bounds[EVOKE_GROUP];
    uint8_t flags[EVOKE_GROUP];
    bound_rows(counts, factors, base, reach, step, bounds);
    for (int r = 0; r < EVOKE_GROUP; r++) flags[r] = bounds[r] >= limit;
    uint64_t rows = 0;
    for (int r = 0; r < EVOKE_GROUP; r += 8) {
        uint64_t eight;
        memcpy(&eight, flags + r, sizeof eight);
        // Gathers the lowest bits of eight bytes.
        rows |= (eight * 0x0102040810204080u >> 56) << r;
    }
    return rows;
}

/// The Walsh-Hadamard transform of the values, which preserves their length.
EVOKE_PLAIN void mix(float *values, size_t count) {
    for (size_t half = 1; half < count; half *= 2) {
        for (size_t start = 0; start < count; start += 2 * half) {
            float *left = values + start, *right = left + half;
            for (size_t i = 0; i < half; i++) {
                float sum = left[i] + right[i], difference = left[i] - right[i];
                left[i] = sum;
                right[i] = difference;
            }
        }
    }
    float scale = 1 / sqrtf((float)count);
    for (size_t i = 0; i < count; i++) values[i] *= scale;
}

EVOKE_PLAIN void rotate(const float *signs, size_t dimensions, float *values) {
    size_t width = 64;
    while (width * 2 <= dimensions) width *= 2;
    for (int round = 0; round < EVOKE_ROUNDS; round++, signs += dimensions) {
        for (size_t d = 0; d < dimensions; d++) values[d] *= signs[d];
        // If the number of dimensions is not a power of two, rounds alternate between the first and the last ones.
        mix(values + (round % 2 ? dimensions - width : 0), width);
        if (width == dimensions) continue;
        size_t half = dimensions / 2;
        float scale = sqrtf(0.5f);
        for (size_t i = 0; i < half; i++) {
            float sum = values[i] + values[i + half], difference = values[i] - values[i + half];
            values[i] = sum * scale;
            values[i + half] = difference * scale;
        }
    }
}

EVOKE_PLAIN void mean(const uint16_t *rows, size_t count, size_t dimensions, float *mean) {
    for (size_t d = 0; d < dimensions; d++) mean[d] = 0;
    for (size_t r = 0; r < count; r++, rows += dimensions) {
        for (size_t d = 0; d < dimensions; d++) mean[d] += half_to_float(rows[d]);
    }
    for (size_t d = 0; d < dimensions; d++) mean[d] /= (float)count;
}

EVOKE_PLAIN void encode(
    const uint16_t *row, size_t dimensions, size_t width, const float *signs, const float *centre, uint8_t *bits,
    int8_t *codes, float *scale, float *factor) {
    float values[EVOKE_MOST_DIMENSIONS];
    for (size_t d = 0; d < dimensions; d++) values[d] = half_to_float(row[d]);
    for (size_t d = dimensions; d < width; d++) values[d] = 0;
    rotate(signs, width, values);
    float squares[LANES] = {0}, sums[LANES] = {0}, tops[LANES] = {0};
    for (size_t d = 0; d < width; d += LANES) {
        for (int lane = 0; lane < LANES; lane++) {
            float value = values[d + lane] - centre[d + lane];
            float square = value * value, size = fabsf(value);
            values[d + lane] = value;
            squares[lane] += square;
            sums[lane] += size;
            tops[lane] = size > tops[lane] ? size : tops[lane];
        }
    }
    float top = 0, sum = sum_of_lanes(sums);
    for (int lane = 0; lane < LANES; lane++) top = tops[lane] > top ? tops[lane] : top;
    float steps = top > 0 ? 127 / top : 0;
    *scale = top / 127;
    *factor = sum > 0 ? sum_of_lanes(squares) / sum : 0;
    for (size_t d = 0; d < width; d++) {
        float code = values[d] * steps;
        codes[d] = (int8_t)(int32_t)(code + (values[d] < 0 ? -0.5f : 0.5f));
    }
    for (size_t d = 0; d < width; d += 8) {
        uint32_t byte = 0;
        for (int bit = 0; bit < 8; bit++) byte |= (uint32_t)(values[d + bit] > 0) << bit;
        bits[d / 8] = (uint8_t)byte;
    }
}

/// Defines a kernel and those of its functions that are plain C, compiled for `TARGET`.
#define EVOKE_KERNEL(KERNEL, TARGET)                                                                                 \
    TARGET static void best_of_groups_here(                                                                          \
        const uint16_t *counts, const uint16_t *factors, const uint64_t *allowed, size_t groups, float base,         \
        float reach, float step, float *best) {                                                                      \
        best_of_groups(counts, factors, allowed, groups, base, reach, step, best);                                   \
    }                                                                                                                \
    TARGET static uint64_t rows_above_here(                                                                          \
        const uint16_t *counts, const uint16_t *factors, float base, float reach, float step, float limit) {         \
        return rows_above(counts, factors, base, reach, step, limit);                                                \
    }                                                                                                                \
    TARGET static void rotate_here(const float *signs, size_t dimensions, float *values) {                           \
        rotate(signs, dimensions, values);                                                                           \
    }                                                                                                                \
    TARGET static void mean_here(const uint16_t *rows, size_t count, size_t dimensions, float *out) {                \
        mean(rows, count, dimensions, out);                                                                          \
    }                                                                                                                \
    TARGET static void encode_here(                                                                                  \
        const uint16_t *row, size_t dimensions, size_t width, const float *signs, const float *centre,               \
        uint8_t *bits, int8_t *codes, float *scale, float *factor) {                                                 \
        encode(row, dimensions, width, signs, centre, bits, codes, scale, factor);                                   \
    }                                                                                                                \
    const EvokeKernels evoke_kernels_##KERNEL = {                                                                    \
        #KERNEL, count_bits, best_of_groups_here, rows_above_here, dot_i8, dot_f16, rotate_here, mean_here,          \
        encode_here,                                                                                                 \
    };
