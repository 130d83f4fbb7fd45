#pragma once
#include <stddef.h>
#include <stdint.h>

/// The fraction bits of a weight: with them a sum of weighted bytes, somewhat overshot, still fits 32 bits.
#define EVOKE_WEIGHT_BITS 22

/// For each of `outputs` pixels: the first of the inputs that make it, how many there are, and their weights, which lie
/// `room` apart.
typedef struct {
    const int32_t *starts, *counts, *weights;
    size_t room, outputs;
} EvokeTaps;

/// Scales one row of RGB pixels.
void evoke_resample_across(const uint8_t *row, EvokeTaps taps, uint8_t *out);

/// Makes one row of `length` bytes out of `count` rows.
void evoke_resample_down(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out);

/// The same without vector instructions; the yardstick for the others.
void evoke_resample_across_portable(const uint8_t *row, EvokeTaps taps, uint8_t *out);
void evoke_resample_down_portable(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out);

/// What is seen of pixels with alpha that lie on white.
void evoke_put_on_white(const uint8_t *rgba, size_t pixels, uint8_t *rgb);
