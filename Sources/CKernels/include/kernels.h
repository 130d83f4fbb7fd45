#pragma once
#include <stddef.h>
#include <stdint.h>

/// scores[r] = the dot product of `query` with row r of `rows`: half floats, `dimensions` of them in each row.
void evoke_dot_f16(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores);

/// The same without vector instructions; the yardstick for the others.
void evoke_dot_f16_portable(const float *query, const uint16_t *rows, size_t count, size_t dimensions, float *scores);
