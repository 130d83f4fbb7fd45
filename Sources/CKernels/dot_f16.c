#include "kernels.h"
#include <string.h>

static float half_to_float(uint16_t half) {
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

void evoke_dot_f16_portable(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    for (size_t r = 0; r < count; r++) {
        const uint16_t *row = rows + r * dimensions;
        float sum = 0;
        for (size_t d = 0; d < dimensions; d++) sum += query[d] * half_to_float(row[d]);
        scores[r] = sum;
    }
}

#if defined(__x86_64__)
#include <immintrin.h>

__attribute__((target("avx2,fma,f16c"))) static void dot_avx2(
    const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    for (size_t r = 0; r < count; r++) {
        const uint16_t *row = rows + r * dimensions;
        __m256 even = _mm256_setzero_ps(), odd = _mm256_setzero_ps();
        size_t d = 0;
        for (; d + 16 <= dimensions; d += 16) {
            __m256 a = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(row + d)));
            __m256 b = _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(row + d + 8)));
            even = _mm256_fmadd_ps(_mm256_loadu_ps(query + d), a, even);
            odd = _mm256_fmadd_ps(_mm256_loadu_ps(query + d + 8), b, odd);
        }
        float lanes[8], sum = 0;
        _mm256_storeu_ps(lanes, _mm256_add_ps(even, odd));
        for (int lane = 0; lane < 8; lane++) sum += lanes[lane];
        for (; d < dimensions; d++) sum += query[d] * half_to_float(row[d]);
        scores[r] = sum;
    }
}

void evoke_dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("f16c")) {
        dot_avx2(query, rows, count, dimensions, scores);
    } else {
        evoke_dot_f16_portable(query, rows, count, dimensions, scores);
    }
}
#else
void evoke_dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores) {
    evoke_dot_f16_portable(query, rows, count, dimensions, scores);
}
#endif
