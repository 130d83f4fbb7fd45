#ifndef EVOKE_OPEN_FILM_H
#define EVOKE_OPEN_FILM_H

#include "film.h"
#include "library.h"

/// A film that is read only from an open file.
typedef struct {
    AVFormatContext *format;
    AVIOContext *io;
    AVStream *stream;
    int descriptor;
    int64_t size, place;
    /// How many more bytes may be read: seeking in a film without an index reads all of it.
    int64_t left;
    int failed;
} OpenFilm;

/// Must be closed even on failure.
EvokeFilmStatus open_film(OpenFilm *film, int descriptor);
void close_film(OpenFilm *film);

/// The timestamp of its first picture, in microseconds.
int64_t film_start(const OpenFilm *film);

/// The orientation as an EXIF number.
int film_orientation(const AVStream *stream);

/// The status for an error of FFmpeg.
EvokeFilmStatus film_failure(const OpenFilm *film, int code);

#endif
