#ifndef EVOKE_FILM_H
#define EVOKE_FILM_H

#include <stdint.h>

// What Evoke wants of FFmpeg's libraries: what a film says of itself, and some of its pictures.

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
    /// Rows of RGB bytes without gaps, in sRGB as far as the film says.
    const uint8_t *bytes;
    int width, height;
    /// How the pictures lie in the film, as EXIF numbers it.
    int orientation;
} EvokeFilmStill;

/// Says how long the film is, in microseconds, or 0 where nobody knows; then each pair of words that it holds about
/// itself.
EvokeFilmStatus evoke_film_words(
    int descriptor, int64_t *length, void (*take)(void *context, const char *key, const char *value), void *context);

/// Hands over a picture that stands for the film: the first of a few, spread over it, that is neither dark nor of one
/// colour; else the one of these that shows most.
EvokeFilmStatus evoke_film_still(
    int descriptor, void (*take)(void *context, const EvokeFilmStill *still), void *context);

/// Hands over the first picture from a time on that is neither dark nor of one colour, of those that can be decoded without
/// others, and when it is seen. Times are microseconds from the film's beginning.
EvokeFilmStatus evoke_film_moment(
    int descriptor, int64_t from, void (*take)(void *context, const EvokeFilmStill *still, int64_t time),
    void *context);

#endif
