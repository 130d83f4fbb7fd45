#ifndef EVOKE_FILM_H
#define EVOKE_FILM_H

#include <stdint.h>

// The part of FFmpeg's libraries that Evoke uses: a film's metadata, and some of its pictures.

typedef enum {
    EVOKE_FILM_READ = 0,
    EVOKE_FILM_WITHOUT_LIBRARY,
    EVOKE_FILM_UNSUPPORTED,
    EVOKE_FILM_WITHOUT_PICTURE,
    EVOKE_FILM_DAMAGED,
    EVOKE_FILM_TOO_LARGE,
    EVOKE_FILM_UNREADABLE,
    EVOKE_FILM_AT_ITS_END,
} EvokeFilmStatus;

typedef struct {
    /// Rows of RGB bytes without padding; sRGB as far as the film specifies its colors.
    const uint8_t *bytes;
    int width, height;
    /// The orientation as an EXIF number.
    int orientation;
} EvokeFilmStill;

/// Reports the film's length in microseconds (0 if unknown), then each of its metadata entries.
EvokeFilmStatus evoke_film_words(
    int descriptor, int64_t *length, void (*take)(void *context, const char *key, const char *value), void *context);

/// Passes on a picture that represents the film: of several, spread over the film, the first that is neither dark nor
/// plain; otherwise the one with the most detail.
EvokeFilmStatus evoke_film_still(
    int descriptor, void (*take)(void *context, const EvokeFilmStill *still), void *context);

/// Passes on the first key frame at or after a time that is neither dark nor plain, and its time. Times are in
/// microseconds from the film's beginning.
EvokeFilmStatus evoke_film_moment(
    int descriptor, int64_t from, void (*take)(void *context, const EvokeFilmStill *still, int64_t time),
    void *context);

#endif
