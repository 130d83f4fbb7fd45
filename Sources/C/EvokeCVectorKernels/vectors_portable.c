#include "vectors.h"

static void count_bits(
    const uint8_t *table, const uint8_t *bits, size_t bytes, const uint64_t *allowed, size_t groups, uint16_t *counts) {
    for (size_t g = 0; g < groups; g++, bits += bytes * EVOKE_GROUP, counts += EVOKE_GROUP) {
        if (allowed[g] == 0) continue;
        memset(counts, 0, EVOKE_GROUP * sizeof *counts);
        for (size_t c = 0; c < bytes; c++) {
            const uint8_t *low = table + 32 * c, *high = low + 16, *column = bits + c * EVOKE_GROUP;
            for (int r = 0; r < EVOKE_GROUP; r++) counts[r] += low[column[r] & 15] + high[column[r] >> 4];
        }
    }
}

static void dot_i8(
    const int16_t *query, const int8_t *const *rows, size_t count, size_t dimensions, int32_t *sums) {
    for (size_t r = 0; r < count; r++) {
        int32_t sum = 0;
        for (size_t d = 0; d < dimensions; d++) sum += query[d] * rows[r][d];
        sums[r] = sum;
    }
}

static void dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    size_t whole = dimensions - dimensions % LANES;
    for (size_t r = 0; r < count; r++, rows += dimensions) {
        float lanes[LANES] = {0};
        for (size_t d = 0; d < whole; d += LANES) {
            for (int lane = 0; lane < LANES; lane++) {
                float product = query[d + lane] * half_to_float(rows[d + lane]);
                lanes[lane] += product;
            }
        }
        scores[r] = add_rest(sum_of_lanes(lanes), query, rows, whole, dimensions);
    }
}

EVOKE_KERNEL(portable, )
