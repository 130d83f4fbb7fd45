#ifndef EVOKE_RAW_PREVIEW_H
#define EVOKE_RAW_PREVIEW_H

#include <stddef.h>

// What Evoke wants of LibRaw, whose own structures are too large for Swift to import.

typedef struct {
    /// A JPEG, or, where `width` is not 0, rows of RGB bytes.
    const unsigned char *bytes;
    size_t count;
    int width, height;
    /// How the preview lies in the file, as EXIF numbers it.
    int orientation;
    /// The photo itself, as it lies in the file.
    int photo_width, photo_height;
    int swaps_sides;
} EvokeRawPreview;

typedef enum {
    EVOKE_RAW_READ = 0,
    EVOKE_RAW_UNSUPPORTED,
    EVOKE_RAW_DAMAGED,
    EVOKE_RAW_TOO_LARGE,
    EVOKE_RAW_UNREADABLE,
} EvokeRawStatus;

/// Hands over the largest preview in an open file if its shorter side has `least_side` pixels, else the photo developed at
/// half its size.
EvokeRawStatus evoke_raw_preview(
    int descriptor, int least_side, void (*take)(void *context, const EvokeRawPreview *preview), void *context);

#endif
