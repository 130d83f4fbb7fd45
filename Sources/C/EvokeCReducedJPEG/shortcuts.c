#include "shortcuts.h"

static Step step_of(const CodeTable *table, int bits) {
    int entry = table->symbol[bits << (LOOKUP_BITS - STEP_BITS)];
    int length = entry & 255, run = entry >> 12, extra = entry >> 8 & 15;
    if (!length || !extra || length + extra > STEP_BITS) return (Step){0, 0, 0};
    int value = bits >> (STEP_BITS - length - extra) & ((1 << extra) - 1);
    if (value < 1 << (extra - 1)) value -= (1 << extra) - 1;
    return (Step){(int16_t)value, (uint8_t)run, (uint8_t)(length + extra)};
}

static Leap leap_of(const CodeTable *table, int bits) {
    Leap leap = {0, 0, 0};
    while (leap.bits < LOOKUP_BITS && !leap.ends_block) {
        int entry = table->symbol[bits << leap.bits & (LOOKUP_SIZE - 1)];
        int length = entry & 255, run = entry >> 12, extra = entry >> 8 & 15;
        if (!length || length > LOOKUP_BITS - leap.bits || leap.coefficients + run + 1 > 63) break;
        leap.bits += length + extra;
        if (extra || run == 15) leap.coefficients += run + 1;
        else leap.ends_block = 1;
    }
    return leap;
}

void evoke_jpeg_find_shortcuts(Shortcuts *shortcuts, const CodeTable *table) {
    for (int bits = 0; bits < STEP_SIZE; bits++) shortcuts->steps[bits] = step_of(table, bits);
    for (int bits = 0; bits < LOOKUP_SIZE; bits++) shortcuts->leaps[bits] = leap_of(table, bits);
}
