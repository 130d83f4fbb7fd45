#ifndef EVOKE_OPEN_FILM_H
#define EVOKE_OPEN_FILM_H

#include "film.h"
#include "library.h"

/// A film that is read from an open file, and from nothing else.
typedef struct {
    AVFormatContext *format;
    AVIOContext *io;
    AVStream *stream;
    int descriptor;
    int64_t size, place;
    /// How much may still be read: seeking in a film without a list of contents reads all of it.
    int64_t left;
    int failed;
} OpenFilm;

/// To be closed whatever comes of it.
EvokeFilmStatus open_film(OpenFilm *film, int descriptor);
void close_film(OpenFilm *film);

/// When its first picture is seen, as its own clock has it, in microseconds.
int64_t film_start(const OpenFilm *film);

/// EXIF's number for how the pictures lie.
int film_orientation(const AVStream *stream);

/// What a failure of FFmpeg's means for the film.
EvokeFilmStatus film_failure(const OpenFilm *film, int code);

#endif
