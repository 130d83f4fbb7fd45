#ifndef EVOKE_REDUCED_JPEG_BASIS_H
#define EVOKE_REDUCED_JPEG_BASIS_H

#include <stdint.h>

enum { LARGEST_AREA = 16, MOST_COEFFICIENTS = 25 };

/// What each coefficient of a block, in the order of the file, adds to the pixels that the block becomes.
typedef struct {
    /// The block's pixels.
    int across, down;
    /// Coefficients from here on are passed over.
    int count;
    float shares[MOST_COEFFICIENTS][LARGEST_AREA];
} Basis;

/// `across` and `down` are 1, 2 or 4. A pixel is the mean of those that it stands for.
void evoke_jpeg_make_basis(Basis *basis, int across, int down, const uint16_t quantisation[64]);

#endif
