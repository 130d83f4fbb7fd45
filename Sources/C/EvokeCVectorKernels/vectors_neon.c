#if defined(__aarch64__)
#include "vectors.h"
#include <arm_neon.h>

static void count_bits(
    const uint8_t *table, const uint8_t *bits, size_t bytes, const uint64_t *allowed, size_t groups, uint16_t *counts) {
    const uint8x16_t low = vdupq_n_u8(15);
    for (size_t g = 0; g < groups; g++, bits += bytes * EVOKE_GROUP, counts += EVOKE_GROUP) {
        if (allowed[g] == 0) continue;
        uint16x8_t sums[8];
        for (int s = 0; s < 8; s++) sums[s] = vdupq_n_u16(0);
        for (size_t c = 0; c < bytes; c++) {
            uint8x16_t first = vld1q_u8(table + 32 * c), second = vld1q_u8(table + 32 * c + 16);
            for (int quarter = 0; quarter < 4; quarter++) {
                uint8x16_t column = vld1q_u8(bits + c * EVOKE_GROUP + 16 * quarter);
                uint8x16_t sum = vaddq_u8(
                    vqtbl1q_u8(first, vandq_u8(column, low)), vqtbl1q_u8(second, vshrq_n_u8(column, 4)));
                sums[2 * quarter] = vaddw_u8(sums[2 * quarter], vget_low_u8(sum));
                sums[2 * quarter + 1] = vaddw_high_u8(sums[2 * quarter + 1], sum);
            }
        }
        for (int s = 0; s < 8; s++) vst1q_u16(counts + 8 * s, sums[s]);
    }
}

static void dot_i8(
    const int16_t *query, const int8_t *const *rows, size_t count, size_t dimensions, int32_t *sums) {
    for (size_t r = 0; r < count; r++) {
        for (size_t d = 0; r + 8 < count && d <= dimensions; d += 64) __builtin_prefetch(rows[r + 8] + d);
        int32x4_t first = vdupq_n_s32(0), second = first;
        for (size_t d = 0; d < dimensions; d += 8) {
            int16x8_t row = vmovl_s8(vld1_s8(rows[r] + d)), asked = vld1q_s16(query + d);
            first = vmlal_s16(first, vget_low_s16(row), vget_low_s16(asked));
            second = vmlal_high_s16(second, row, asked);
        }
        sums[r] = vaddvq_s32(vaddq_s32(first, second));
    }
}

static void dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    size_t whole = dimensions - dimensions % LANES;
    for (size_t r = 0; r < count; r++, rows += dimensions) {
        float32x4_t sums[4];
        for (int s = 0; s < 4; s++) sums[s] = vdupq_n_f32(0);
        for (size_t d = 0; d < whole; d += LANES) {
            for (int s = 0; s < 4; s++) {
                float32x4_t row = vcvt_f32_f16(vreinterpret_f16_u16(vld1_u16(rows + d + 4 * s)));
                sums[s] = vaddq_f32(sums[s], vmulq_f32(vld1q_f32(query + d + 4 * s), row));
            }
        }
        float lanes[LANES];
        for (int s = 0; s < 4; s++) vst1q_f32(lanes + 4 * s, sums[s]);
        scores[r] = add_rest(sum_of_lanes(lanes), query, rows, whole, dimensions);
    }
}

EVOKE_KERNEL(neon, )
#endif
