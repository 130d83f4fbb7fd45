#ifndef EVOKE_RAW_PREVIEW_H
#define EVOKE_RAW_PREVIEW_H

#include <stddef.h>

// The part of LibRaw that Evoke uses; LibRaw's own structures are too large for Swift to import.

typedef struct {
    /// A JPEG; or rows of RGB bytes if `width` is not 0.
    const unsigned char *bytes;
    size_t count;
    int width, height;
    /// The preview's orientation as an EXIF number.
    int orientation;
    /// The size of the photo itself, before rotation.
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

/// Passes on the largest preview in an open file if its shorter side has `least_side` pixels; otherwise the photo,
/// developed at half its size.
EvokeRawStatus evoke_raw_preview(
    int descriptor, int least_side, void (*take)(void *context, const EvokeRawPreview *preview), void *context);

#endif
