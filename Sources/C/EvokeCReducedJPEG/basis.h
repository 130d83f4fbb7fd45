#ifndef EVOKE_REDUCED_JPEG_BASIS_H
#define EVOKE_REDUCED_JPEG_BASIS_H

#include <stdint.h>

enum { LARGEST_AREA = 16, MOST_COEFFICIENTS = 25 };

/// What each coefficient of a block, in the order of the file, contributes to the block's pixels.
typedef struct {
    /// The size of the reduced block, in pixels.
    int across, down;
    /// Coefficients from here on are skipped.
    int count;
    float shares[MOST_COEFFICIENTS][LARGEST_AREA];
} Basis;

/// `across` and `down` are 1, 2 or 4. Each pixel is the mean of the original ones.
void evoke_jpeg_make_basis(Basis *basis, int across, int down, const uint16_t quantisation[64]);

#endif
