#include "basis.h"

#include <math.h>

/// The position of coefficients in their block, in zigzag order.
static const uint8_t natural_order[MOST_COEFFICIENTS] = {
    0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27};

/// The mean of one wave of the transform over each of `pixels` equal parts.
static void means(int pixels, int wave, float result[4]) {
    double height = wave ? 0.5 : sqrt(0.125);
    int part = 8 / pixels;
    for (int pixel = 0; pixel < pixels; pixel++) {
        double sum = 0;
        for (int i = 0; i < part; i++) sum += cos((2 * (pixel * part + i) + 1) * wave * M_PI / 16);
        result[pixel] = (float)(height * sum / part);
    }
}

void evoke_jpeg_make_basis(Basis *basis, int across, int down, const uint16_t quantisation[64]) {
    int most = across > down ? across : down;
    basis->across = across;
    basis->down = down;
    // The finer waves nearly cancel out within a pixel (docs/decisions/0029-reduced-jpeg.md).
    basis->count = most == 1 ? 1 : most == 2 ? 5 : MOST_COEFFICIENTS;
    for (int k = 0; k < basis->count; k++) {
        float columns[4], rows[4];
        means(across, natural_order[k] % 8, columns);
        means(down, natural_order[k] / 8, rows);
        for (int y = 0; y < down; y++) {
            for (int x = 0; x < across; x++) {
                basis->shares[k][y * across + x] = (float)quantisation[k] * rows[y] * columns[x];
            }
        }
    }
}
