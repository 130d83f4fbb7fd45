#pragma once
#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

enum {
    /// Signs of vectors lie in groups of so many rows: byte c of row r is at `c * EVOKE_GROUP + r`.
    EVOKE_GROUP = 64,
    /// The highest level of a query's value.
    EVOKE_TOP_LEVEL = 15,
    /// How often `rotate` mixes values.
    EVOKE_ROUNDS = 4,
    /// The most dimensions that counts of 16 bits have room for.
    EVOKE_MOST_DIMENSIONS = 4096,
};

/// The inner loops of vector search. All kernels give the same results to the bit: sums of floats have one order, and
/// nothing is fused.
typedef struct {
    const char *name;

    /// counts[r] = the sum over all dimensions of the query's level where the row's bit is 0, and of EVOKE_TOP_LEVEL less
    /// that level where it is 1. `table` has these sums for each value of each half byte, the lower half first.
    /// Groups of which no row is allowed are left as they are.
    void (*count_bits)(
        const uint8_t *table, const uint8_t *bits, size_t bytes, const uint64_t *allowed, size_t groups,
        uint16_t *counts);

    /// best[g] = the highest bound among the group's allowed rows. A row's bound is
    /// base + factor * (reach - step * count); factors are the upper halves of floats.
    void (*best_of_groups)(
        const uint16_t *counts, const uint16_t *factors, const uint64_t *allowed, size_t groups, float base,
        float reach, float step, float *best);

    /// Which rows of one group have a bound of at least `limit`: the lowest bit is the first row.
    uint64_t (*rows_above)(
        const uint16_t *counts, const uint16_t *factors, float base, float reach, float step, float limit);

    /// sums[r] = the dot product of the query with row r; `dimensions` is a multiple of 64.
    void (*dot_i8)(
        const int16_t *query, const int8_t *_Nonnull const *_Nonnull rows, size_t count, size_t dimensions,
        int32_t *sums);

    /// scores[r] = the dot product of the query with row r of `rows`: half floats, `dimensions` of them in each row.
    void (*dot_f16)(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores);

    /// Turns the values to other axes, none of which is special; `signs` has EVOKE_ROUNDS times `dimensions` of 1 and
    /// -1, and `dimensions` is a multiple of 64.
    void (*rotate)(const float *signs, size_t dimensions, float *values);

    /// mean[d] = the mean of the values of `count` rows in dimension d.
    void (*mean)(const uint16_t *rows, size_t count, size_t dimensions, float *mean);

    /// Makes of a row what is searched: its values are rotated among `width` dimensions and taken relative to `centre`.
    /// Kept are their signs, and bytes that times `scale` give them again; the signs times `factor` come nearest to
    /// them.
    void (*encode)(
        const uint16_t *row, size_t dimensions, size_t width, const float *signs, const float *centre, uint8_t *bits,
        int8_t *codes, float *scale, float *factor);
} EvokeKernels;

/// The fastest kernel for this processor, or the one that EVOKE_KERNEL names; NULL when that cannot run here.
const EvokeKernels *_Nullable evoke_kernels(void);

/// The kernel of that name: "avx512", "avx2", "neon", "portable"; NULL when there is none or it cannot run here.
const EvokeKernels *_Nullable evoke_kernels_named(const char *name);

#pragma clang assume_nonnull end
