#pragma once
#include <stddef.h>
#include <stdint.h>

/// The fractional bits of a weight: a sum of weighted bytes, with some overshoot, still fits 32 bits.
#define EVOKE_WEIGHT_BITS 22

/// For each of `outputs` pixels: the first of its inputs, their number, and their weights, which are `room` apart.
typedef struct {
    const int32_t *starts, *counts, *weights;
    size_t room, outputs;
} EvokeTaps;

void evoke_resample_across(const uint8_t *row, EvokeTaps taps, uint8_t *out);

/// Combines `count` rows into one row of `length` bytes.
void evoke_resample_down(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out);

/// The same without vector instructions; the reference for the others.
void evoke_resample_across_portable(const uint8_t *row, EvokeTaps taps, uint8_t *out);
void evoke_resample_down_portable(
    const uint8_t *const *rows, const int32_t *weights, size_t count, size_t length, uint8_t *out);

/// Blends pixels with alpha onto white.
void evoke_put_on_white(const uint8_t *rgba, size_t pixels, uint8_t *rgb);
