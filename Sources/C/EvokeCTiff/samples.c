#include "samples.h"

#include <math.h>
#include <string.h>

/// Samples that are not whole bytes are packed, the highest bit first.
static uint32_t packed(const uint8_t *from, size_t number, int bits) {
    uint32_t value = 0;
    size_t bit = number * (size_t)bits;
    for (int left = bits; left > 0;) {
        int here = 8 - (int)(bit % 8), taken = here < left ? here : left;
        value = value << taken | (uint32_t)(from[bit / 8] >> (here - taken) & ((1u << taken) - 1));
        bit += (size_t)taken;
        left -= taken;
    }
    return value;
}

static uint32_t whole(const uint8_t *from, size_t number, int bits) {
    uint16_t two;
    uint32_t four;
    switch (bits) {
    case 8: return from[number];
    case 16: return memcpy(&two, from + 2 * number, 2), two;
    case 32: return memcpy(&four, from + 4 * number, 4), four;
    default: return packed(from, number, bits);
    }
}

/// NaN becomes black.
static float real(const uint8_t *from, size_t number, int bits) {
    float single;
    double twice;
    if (bits == 32) {
        memcpy(&single, from + 4 * number, 4);
    } else {
        memcpy(&twice, from + 8 * number, 8);
        single = fabs(twice) < 1e38 ? (float)twice : NAN;
    }
    return isfinite(single) ? single : 0;
}

void evoke_copy_tiff_samples(
    const uint8_t *from, size_t first, size_t from_step, evoke_tiff_samples samples, uint8_t *to, size_t to_step,
    size_t count) {
    uint64_t most = samples.bits < 64 ? (1ull << samples.bits) - 1 : 0;
    uint64_t top = samples.bytes == 1 ? 0xFF : 0xFFFF;
    for (size_t number = 0; number < count; number++) {
        size_t place = first + number * from_step;
        uint8_t *out = to + number * to_step * (size_t)samples.bytes;
        if (samples.is_float) {
            float value = real(from, place, samples.bits);
            memcpy(out, &value, 4);
            continue;
        }
        uint64_t value = whole(from, place, samples.bits) * top / most;
        if (samples.is_inverted) value = top - value;
        if (samples.bytes == 1) {
            *out = (uint8_t)value;
        } else {
            uint16_t two = (uint16_t)value;
            memcpy(out, &two, 2);
        }
    }
}

void evoke_take_alpha_out(void *row, int bytes, int colours, size_t count) {
    for (size_t number = 0; number < count; number++) {
        size_t first = number * (size_t)(colours + 1);
        for (int colour = 0; colour < colours; colour++) {
            if (bytes == 1) {
                uint8_t *pixel = (uint8_t *)row + first;
                uint32_t value = pixel[colours] ? pixel[colour] * 255u / pixel[colours] : 0;
                pixel[colour] = value > 255 ? 255 : (uint8_t)value;
            } else if (bytes == 2) {
                uint16_t *pixel = (uint16_t *)row + first;
                uint64_t value = pixel[colours] ? pixel[colour] * 65535ull / pixel[colours] : 0;
                pixel[colour] = value > 65535 ? 65535 : (uint16_t)value;
            } else {
                float *pixel = (float *)row + first;
                if (pixel[colours] > 0) pixel[colour] /= pixel[colours];
            }
        }
    }
}
