#if defined(__x86_64__)
#include "vectors.h"
#include <immintrin.h>

// Keeps the compiler's own vectors at 256 bits.
#define AVX512 __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,f16c,prefer-256-bit")))

AVX512 static inline __m512i looked_up(const uint8_t *table, __m512i bytes) {
    const __m512i low = _mm512_set1_epi8(15);
    __m512i first = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)table));
    __m512i second = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)(table + 16)));
    return _mm512_add_epi8(
        _mm512_shuffle_epi8(first, _mm512_and_si512(bytes, low)),
        _mm512_shuffle_epi8(second, _mm512_and_si512(_mm512_srli_epi16(bytes, 4), low)));
}

// Table lookups take one and a half times as long as counting bits in four planes with VPOPCNTDQ.
AVX512 static void count_bits(
    const uint8_t *table, const uint8_t *bits, size_t bytes, const uint64_t *allowed, size_t groups, uint16_t *counts) {
    const __m512i low = _mm512_set1_epi16(255);
    const __m512i lower = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
    const __m512i upper = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
    for (size_t g = 0; g < groups; g++, bits += bytes * EVOKE_GROUP, counts += EVOKE_GROUP) {
        if (allowed[g] == 0) continue;
        const uint8_t *column = bits;
        __m512i even = _mm512_setzero_si512(), odd = even;
        // Two bytes of a row add up to at most 240, which fits a byte.
        for (size_t c = 0; c < bytes; c += 2, column += 2 * EVOKE_GROUP) {
            __m512i sums = _mm512_add_epi8(
                looked_up(table + 32 * c, _mm512_loadu_si512(column)),
                looked_up(table + 32 * c + 32, _mm512_loadu_si512(column + EVOKE_GROUP)));
            even = _mm512_add_epi16(even, _mm512_and_si512(sums, low));
            odd = _mm512_add_epi16(odd, _mm512_srli_epi16(sums, 8));
        }
        __m512i first = _mm512_unpacklo_epi16(even, odd), second = _mm512_unpackhi_epi16(even, odd);
        _mm512_storeu_si512(counts, _mm512_permutex2var_epi64(first, lower, second));
        _mm512_storeu_si512(counts + 32, _mm512_permutex2var_epi64(first, upper, second));
    }
}

AVX512 static void dot_i8(
    const int16_t *query, const int8_t *const *rows, size_t count, size_t dimensions, int32_t *sums) {
    for (size_t r = 0; r < count; r++) {
        for (size_t d = 0; r + 8 < count && d <= dimensions; d += 64) _mm_prefetch(rows[r + 8] + d, _MM_HINT_T0);
        __m512i first = _mm512_setzero_si512(), second = first;
        for (size_t d = 0; d < dimensions; d += 64) {
            __m512i row = _mm512_loadu_si512(rows[r] + d);
            first = _mm512_dpwssd_epi32(
                first, _mm512_cvtepi8_epi16(_mm512_castsi512_si256(row)), _mm512_loadu_si512(query + d));
            second = _mm512_dpwssd_epi32(
                second, _mm512_cvtepi8_epi16(_mm512_extracti64x4_epi64(row, 1)), _mm512_loadu_si512(query + d + 32));
        }
        sums[r] = _mm512_reduce_add_epi32(_mm512_add_epi32(first, second));
    }
}

AVX512 static void dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    size_t whole = dimensions - dimensions % LANES;
    for (size_t r = 0; r < count; r++, rows += dimensions) {
        __m512 sum = _mm512_setzero_ps();
        for (size_t d = 0; d < whole; d += LANES) {
            __m512 row = _mm512_cvtph_ps(_mm256_loadu_si256((const __m256i *)(rows + d)));
            sum = _mm512_add_ps(sum, _mm512_mul_ps(_mm512_loadu_ps(query + d), row));
        }
        float lanes[LANES];
        _mm512_storeu_ps(lanes, sum);
        scores[r] = add_rest(sum_of_lanes(lanes), query, rows, whole, dimensions);
    }
}

EVOKE_KERNEL(avx512, AVX512)
#endif
