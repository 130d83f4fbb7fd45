#if defined(__x86_64__)
#include "vectors.h"
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2,f16c")))

AVX2 static inline __m256i looked_up(const uint8_t *table, __m256i bytes) {
    const __m256i low = _mm256_set1_epi8(15);
    __m256i first = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)table));
    __m256i second = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(table + 16)));
    return _mm256_add_epi8(
        _mm256_shuffle_epi8(first, _mm256_and_si256(bytes, low)),
        _mm256_shuffle_epi8(second, _mm256_and_si256(_mm256_srli_epi16(bytes, 4), low)));
}

AVX2 static void count_bits(
    const uint8_t *table, const uint8_t *bits, size_t bytes, const uint64_t *allowed, size_t groups, uint16_t *counts) {
    const __m256i low = _mm256_set1_epi16(255);
    for (size_t g = 0; g < groups; g++, bits += bytes * EVOKE_GROUP, counts += EVOKE_GROUP) {
        if (allowed[g] == 0) continue;
        for (int half = 0; half < 2; half++) {
            const uint8_t *column = bits + 32 * half;
            __m256i even = _mm256_setzero_si256(), odd = even;
            // Two bytes of a row add up to at most 240, which fits a byte.
            for (size_t c = 0; c < bytes; c += 2, column += 2 * EVOKE_GROUP) {
                __m256i sums = _mm256_add_epi8(
                    looked_up(table + 32 * c, _mm256_loadu_si256((const __m256i *)column)),
                    looked_up(table + 32 * c + 32, _mm256_loadu_si256((const __m256i *)(column + EVOKE_GROUP))));
                even = _mm256_add_epi16(even, _mm256_and_si256(sums, low));
                odd = _mm256_add_epi16(odd, _mm256_srli_epi16(sums, 8));
            }
            __m256i first = _mm256_unpacklo_epi16(even, odd), second = _mm256_unpackhi_epi16(even, odd);
            __m256i *out = (__m256i *)(counts + 32 * half);
            _mm256_storeu_si256(out, _mm256_permute2x128_si256(first, second, 0x20));
            _mm256_storeu_si256(out + 1, _mm256_permute2x128_si256(first, second, 0x31));
        }
    }
}

AVX2 static void dot_i8(
    const int16_t *query, const int8_t *const *rows, size_t count, size_t dimensions, int32_t *sums) {
    for (size_t r = 0; r < count; r++) {
        for (size_t d = 0; r + 8 < count && d <= dimensions; d += 64) _mm_prefetch(rows[r + 8] + d, _MM_HINT_T0);
        __m256i sum = _mm256_setzero_si256();
        for (size_t d = 0; d < dimensions; d += 16) {
            __m256i row = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(rows[r] + d)));
            sum = _mm256_add_epi32(
                sum, _mm256_madd_epi16(row, _mm256_loadu_si256((const __m256i *)(query + d))));
        }
        int32_t lanes[8], total = 0;
        _mm256_storeu_si256((__m256i *)lanes, sum);
        for (int lane = 0; lane < 8; lane++) total += lanes[lane];
        sums[r] = total;
    }
}

AVX2 static void dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    size_t whole = dimensions - dimensions % LANES;
    for (size_t r = 0; r < count; r++, rows += dimensions) {
        __m256 first = _mm256_setzero_ps(), second = first;
        for (size_t d = 0; d < whole; d += LANES) {
            __m256 a = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(rows + d)));
            __m256 b = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(rows + d + 8)));
            first = _mm256_add_ps(first, _mm256_mul_ps(_mm256_loadu_ps(query + d), a));
            second = _mm256_add_ps(second, _mm256_mul_ps(_mm256_loadu_ps(query + d + 8), b));
        }
        float lanes[LANES];
        _mm256_storeu_ps(lanes, first);
        _mm256_storeu_ps(lanes + 8, second);
        scores[r] = add_rest(sum_of_lanes(lanes), query, rows, whole, dimensions);
    }
}

EVOKE_KERNEL(avx2, AVX2)
#endif
