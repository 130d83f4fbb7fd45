#ifndef EVOKE_REDUCED_JPEG_SHORTCUTS_H
#define EVOKE_REDUCED_JPEG_SHORTCUTS_H

#include "frame.h"

enum { STEP_BITS = 10, STEP_SIZE = 1 << STEP_BITS };

/// A coefficient that the next bits hold whole, code and value; no bits where they do not.
typedef struct {
    int16_t value;
    /// The coefficients before it that are zero.
    uint8_t run;
    uint8_t bits;
} Step;

/// What may be passed over at once: all symbols that the next bits hold whole, and the extra bits of the last.
typedef struct {
    uint8_t bits;
    /// How many coefficients these symbols stand for.
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
