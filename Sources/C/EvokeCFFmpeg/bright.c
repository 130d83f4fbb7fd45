#include "bright.h"

#include <math.h>

enum { steps = 4096 };

/// The luminance of white paper, in candelas per square meter (ITU-R BT.2408).
static const float paper = 203;
/// Anything brighter is clipped to this, relative to paper.
static const float brightest = 1000.0f / 203;
/// Light up to here is left unchanged.
static const float knee = 0.7f;

int is_bright(const AVFrame *frame) {
    return frame->color_trc == AVCOL_TRC_SMPTE2084 || frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
}

/// SMPTE ST 2084, relative to paper.
static float light_of_pq(float level) {
    const float m1 = 2610.0f / 16384, m2 = 2523.0f / 32, c1 = 3424.0f / 4096, c2 = 2413.0f / 128, c3 = 2392.0f / 128;
    const float power = powf(level, 1 / m2);
    return 10000 / paper * powf(fmaxf(power - c1, 0) / (c2 - c3 * power), 1 / m1);
}

/// ARIB STD-B67: scene light, where 1 is the brightest.
static float light_of_hlg(float level) {
    const float a = 0.17883277f, b = 0.28466892f, c = 0.55991073f;
    return level <= 0.5f ? level * level / 3 : (expf((level - c) / a) + b) / 12;
}

static float srgb(float light) {
    return light <= 0.0031308f ? 12.92f * light : 1.055f * powf(light, 1 / 2.4f) - 0.055f;
}

/// Tone mapping for the brightest channel of a pixel.
static float brought_down(float light) {
    if (light <= knee) return light;
    const float share = fminf((light - knee) / (brightest - knee), 1), slope = (brightest - knee) / (1 - knee);
    return knee + (1 - knee) * slope * share / (1 + (slope - 1) * share);
}

void show_bright(const AVFrame *frame, const uint16_t *levels, size_t pixels, uint8_t *shown) {
    const int is_hlg = frame->color_trc == AVCOL_TRC_ARIB_STD_B67;
    const int is_narrow = frame->color_primaries == AVCOL_PRI_BT709;
    // Tables by level, and by the square root of light. The gain is the fifth root of scene light, as on a display of
    // 1,000 candelas per square meter.
    float lights[steps], gains[steps];
    uint8_t plain[steps];
    for (int at = 0; at < steps; at++) {
        const float level = (float)at / (steps - 1);
        lights[at] = is_hlg ? light_of_hlg(level) : light_of_pq(level);
        gains[at] = brightest * powf(level * level, 0.2f);
        plain[at] = (uint8_t)lroundf(255 * srgb(level * level));
    }
    for (size_t pixel = 0; pixel < pixels; pixel++, levels += 3, shown += 3) {
        float r = lights[levels[0] >> 4], g = lights[levels[1] >> 4], b = lights[levels[2] >> 4];
        if (is_hlg) {
            const float scene = fminf(0.2627f * r + 0.6780f * g + 0.0593f * b, 1);
            const float gain = gains[(int)lroundf(sqrtf(scene) * (steps - 1))];
            r *= gain;
            g *= gain;
            b *= gain;
        }
        const float wide[3] = {r, g, b};
        float seen[3] = {r, g, b};
        if (!is_narrow) {
            seen[0] = 1.6605f * wide[0] - 0.5876f * wide[1] - 0.0728f * wide[2];
            seen[1] = -0.1246f * wide[0] + 1.1329f * wide[1] - 0.0083f * wide[2];
            seen[2] = -0.0182f * wide[0] - 0.1006f * wide[1] + 1.1187f * wide[2];
        }
        const float most = fmaxf(fmaxf(seen[0], seen[1]), seen[2]);
        const float share = most > knee ? brought_down(most) / most : 1;
        for (int channel = 0; channel < 3; channel++) {
            const float light = fminf(fmaxf(seen[channel] * share, 0), 1);
            shown[channel] = plain[(int)lroundf(sqrtf(light) * (steps - 1))];
        }
    }
}
