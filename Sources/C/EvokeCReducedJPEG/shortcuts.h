#ifndef EVOKE_REDUCED_JPEG_SHORTCUTS_H
#define EVOKE_REDUCED_JPEG_SHORTCUTS_H

#include "frame.h"

enum { STEP_BITS = 10, STEP_SIZE = 1 << STEP_BITS };

/// A coefficient whose code and value are entirely in the next bits; 0 bits if they are not.
typedef struct {
    int16_t value;
    /// The number of zero coefficients before it.
    uint8_t run;
    uint8_t bits;
} Step;

/// What can be skipped at once: all symbols that are entirely in the next bits, including the extra bits of the last.
typedef struct {
    uint8_t bits;
    /// The number of coefficients that these symbols represent.
    uint8_t coefficients;
    /// Whether the last of them ends the block.
    uint8_t ends_block;
} Leap;

typedef struct {
    Step steps[STEP_SIZE];
    Leap leaps[LOOKUP_SIZE];
} Shortcuts;

void evoke_jpeg_find_shortcuts(Shortcuts *shortcuts, const CodeTable *table);

#endif
