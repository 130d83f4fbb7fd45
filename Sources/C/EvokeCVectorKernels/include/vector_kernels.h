#pragma once
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum {
    /// Sign bits are stored in groups of this many rows: byte c of row r is at `c * EVOKE_GROUP + r`.
    EVOKE_GROUP = 64,
    /// The highest level of a quantized query value.
    EVOKE_TOP_LEVEL = 15,
    /// The number of mixing rounds of `rotate`.
    EVOKE_ROUNDS = 4,
    /// The largest number of dimensions for which 16-bit counts do not overflow.
    EVOKE_MOST_DIMENSIONS = 4096,
};

/// The inner loops of vector search. All kernels give the same results, bit for bit: floats are added in a fixed
/// order, without fused operations.
typedef struct {
    const char *name;

    /// counts[r] = the sum over all dimensions of the query's level where the row's bit is 0, and of EVOKE_TOP_LEVEL
    /// minus that level where it is 1. `table` has these sums for each value of each half byte, the lower half first.
    /// Groups without allowed rows are left unchanged.
    void (*count_bits)(
        const uint8_t *table, const uint8_t *bits, size_t bytes, const uint64_t *allowed, size_t groups,
        uint16_t *counts);

    /// best[g] = the highest bound among the group's allowed rows. A row's bound is base + factor * (reach - step *
    /// count); factors are the upper halves of floats.
    void (*best_of_groups)(
        const uint16_t *counts, const uint16_t *factors, const uint64_t *allowed, size_t groups, float base,
        float reach, float step, float *best);

    /// The rows of one group whose bound is at least `limit`; the lowest bit is the first row.
    uint64_t (*rows_above)(
        const uint16_t *counts, const uint16_t *factors, float base, float reach, float step, float limit);

    /// sums[r] = the dot product of the query with row r; `dimensions` is a multiple of 64.
    void (*dot_i8)(
        const int16_t *query, const int8_t *_Nonnull const *_Nonnull rows, size_t count, size_t dimensions,
        int32_t *sums);

    /// scores[r] = the dot product of the query with row r of `rows`, which have `dimensions` float16 values each.
    void (*dot_f16)(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores);

    /// Rotates the values randomly, so that no axis is special; `signs` has EVOKE_ROUNDS times `dimensions` of 1 and
    /// -1, and `dimensions` is a multiple of 64.
    void (*rotate)(const float *signs, size_t dimensions, float *values);

    /// mean[d] = the mean of the values of `count` rows in dimension d.
    void (*mean)(const uint16_t *rows, size_t count, size_t dimensions, float *mean);

    /// Encodes a row for searching: its values are rotated in `width` dimensions and taken relative to `centre`. The
    /// result is their signs, and bytes that approximate them when multiplied by `scale`; the signs times `factor` are
    /// the closest approximation by signs.
    void (*encode)(
        const uint16_t *row, size_t dimensions, size_t width, const float *signs, const float *centre, uint8_t *bits,
        int8_t *codes, float *scale, float *factor);
} EvokeKernels;

/// The fastest kernel for this processor, or the one in EVOKE_KERNEL; NULL if that cannot run here.
const EvokeKernels *_Nullable evoke_kernels(void);

/// The kernel of that name: "avx512", "avx2", "neon" or "portable"; NULL if there is none or it cannot run here.
const EvokeKernels *_Nullable evoke_kernels_named(const char *name);

#pragma clang assume_nonnull end
