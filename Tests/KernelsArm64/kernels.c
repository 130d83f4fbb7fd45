// The kernels for arm64 give what the portable ones give, to the bit. Run by `make arm64`, in an emulator.
#include "vector_kernels.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252u;

static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static void fill(void *memory, size_t bytes) {
    for (size_t i = 0; i < bytes; i++) ((uint8_t *)memory)[i] = (uint8_t)(next() >> 24);
}

static float real(void) { return (float)(int32_t)next() * 0x1p-31f; }

// Halves of numbers between -1 and 1, as rows have them.
static void fill_halves(uint16_t *halves, size_t count) {
    for (size_t i = 0; i < count; i++) halves[i] = (uint16_t)(next() % 0x3C00 | (next() & 1) << 15);
}

static bool failed = false;

static void expect_same(const char *what, size_t width, const void *one, const void *other, size_t bytes) {
    if (memcmp(one, other, bytes) == 0) return;
    printf("%s differs at %zu dimensions\n", what, width);
    failed = true;
}

static const EvokeKernels *fast, *plain;

#define BOTH(CALL)                                                                                                   \
    for (int turn = 0; turn < 2; turn++) {                                                                           \
        const EvokeKernels *kernel = turn ? plain : fast;                                                            \
        CALL;                                                                                                        \
    }

static void signs(size_t width) {
    enum { GROUPS = 5 };
    size_t rows = GROUPS * EVOKE_GROUP;
    uint8_t *table = malloc(width * 4), *bits = malloc(rows * width / 8);
    for (size_t i = 0; i < width * 4; i++) table[i] = (uint8_t)(next() % (4 * EVOKE_TOP_LEVEL + 1));
    fill(bits, rows * width / 8);
    uint64_t allowed[GROUPS] = {UINT64_MAX, 0, 1, (uint64_t)1 << 63, next()};
    uint16_t counts[2][GROUPS * EVOKE_GROUP], factors[GROUPS * EVOKE_GROUP];
    memset(counts, 7, sizeof counts);
    BOTH(kernel->count_bits(table, bits, width / 8, allowed, GROUPS, counts[turn]));
    expect_same("count_bits", width, counts[0], counts[1], sizeof counts[0]);
    for (size_t r = 0; r < rows; r++) {
        float factor = 0.1f * (real() + 1);
        uint32_t number;
        memcpy(&number, &factor, sizeof number);
        factors[r] = (uint16_t)(number >> 16);
    }
    float best[2][GROUPS];
    BOTH(kernel->best_of_groups(counts[turn], factors, allowed, GROUPS, 0.25f, 3, 0.001f, best[turn]));
    expect_same("best_of_groups", width, best[0], best[1], sizeof best[0]);
    for (int g = 0; g < GROUPS; g++) {
        uint64_t above[2];
        BOTH(above[turn] = kernel->rows_above(
                 counts[turn] + g * EVOKE_GROUP, factors + g * EVOKE_GROUP, 0.25f, 3, 0.001f, best[0][g]));
        expect_same("rows_above", width, &above[0], &above[1], sizeof above[0]);
    }
    free(table);
    free(bits);
}

static void codes(size_t width) {
    enum { ROWS = 21 };
    int16_t *query = malloc(2 * width);
    int8_t *memory = malloc(ROWS * width);
    const int8_t *rows[ROWS];
    for (size_t d = 0; d < width; d++) query[d] = (int16_t)((int)(next() % 4095) - 2047);
    fill(memory, ROWS * width);
    for (size_t i = 0; i < ROWS * width; i++) memory[i] = memory[i] == -128 ? -127 : memory[i];
    for (int r = 0; r < ROWS; r++) rows[r] = memory + (size_t)r * width;
    int32_t sums[2][ROWS];
    BOTH(kernel->dot_i8(query, rows, ROWS, width, sums[turn]));
    expect_same("dot_i8", width, sums[0], sums[1], sizeof sums[0]);
    free(query);
    free(memory);
}

static void halves(size_t dimensions) {
    enum { ROWS = 5 };
    size_t width = (dimensions + 63) / 64 * 64;
    uint16_t *rows = malloc(2 * ROWS * dimensions);
    float *query = malloc(4 * width), *turns = malloc(4 * EVOKE_ROUNDS * width), *centre = malloc(4 * width);
    fill_halves(rows, ROWS * dimensions);
    for (size_t d = 0; d < width; d++) query[d] = real();
    for (size_t d = 0; d < width; d++) centre[d] = 0.1f * real();
    for (size_t i = 0; i < EVOKE_ROUNDS * width; i++) turns[i] = next() & 1 ? 1 : -1;
    float scores[2][ROWS];
    BOTH(kernel->dot_f16(query, rows, ROWS, dimensions, scores[turn]));
    expect_same("dot_f16", dimensions, scores[0], scores[1], sizeof scores[0]);

    struct {
        float mean[EVOKE_MOST_DIMENSIONS], turned[EVOKE_MOST_DIMENSIONS], scale, factor;
        uint8_t bits[EVOKE_MOST_DIMENSIONS / 8];
        int8_t codes[EVOKE_MOST_DIMENSIONS];
    } *made = calloc(2, sizeof *made);
    BOTH(kernel->mean(rows, ROWS, dimensions, made[turn].mean));
    BOTH(memcpy(made[turn].turned, query, 4 * width); kernel->rotate(turns, width, made[turn].turned));
    BOTH(kernel->encode(
        rows, dimensions, width, turns, centre, made[turn].bits, made[turn].codes, &made[turn].scale,
        &made[turn].factor));
    expect_same("mean, rotate or encode", dimensions, &made[0], &made[1], sizeof made[0]);
    free(rows);
    free(query);
    free(turns);
    free(centre);
    free(made);
}

int main(void) {
    fast = evoke_kernels();
    plain = evoke_kernels_named("portable");
    if (!fast || !plain || strcmp(fast->name, "neon") != 0) {
        printf("the kernel for arm64 was not chosen\n");
        return 1;
    }
    static const size_t widths[] = {64, 128, 384, 512, 768, 1152, 4096};
    static const size_t dimensions[] = {1, 7, 8, 15, 16, 17, 31, 32, 63, 64, 100, 384, 512, 1000, 1152, 1280, 4096};
    for (int round = 0; round < 20; round++) {
        for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) signs(widths[i]), codes(widths[i]);
        for (size_t i = 0; i < sizeof dimensions / sizeof *dimensions; i++) halves(dimensions[i]);
    }
    printf(failed ? "the kernels differ\n" : "neon and portable give the same to the bit\n");
    return failed;
}
