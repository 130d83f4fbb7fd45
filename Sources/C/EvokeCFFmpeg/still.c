#include "screen.h"

enum {
    /// If no position has a good picture: how many to try from the beginning, and how far apart.
    first_pictures = 75,
    stride = 4,
};

/// Positions to try, as percentages of the film's length.
static const int places[] = {10, 30, 50, 70};

/// Seeks to the last key frame before a position.
static int go_to(const Screen *screen, const OpenFilm *film, int place) {
    const int64_t length = film->format->duration > 0 ? film->format->duration : 0;
    ffmpeg.avcodec_flush_buffers(screen->codec);
    const int64_t time = film_start(film) + ffmpeg.av_rescale(length, place, 100);
    return ffmpeg.avformat_seek_file(film->format, -1, INT64_MIN, time, INT64_MAX, 0);
}

/// The best picture so far.
typedef struct {
    EvokeFilmStill still;
    uint8_t *bytes;
    double spread;
} Choice;

static EvokeFilmStatus look(Screen *screen, const OpenFilm *film, Choice *choice) {
    const int code = next_frame(screen, film);
    if (code < 0) return film_failure(film, code);
    const EvokeFilmStatus status = take_in(screen, film);
    ffmpeg.av_frame_unref(screen->frame);
    if (status != EVOKE_FILM_READ) return status;
    const double found = spread(screen);
    if (choice->bytes && found <= choice->spread) return status;
    ffmpeg.av_free(choice->bytes);
    *choice = (Choice){
        {screen->bytes, screen->width, screen->height, film_orientation(film->stream)}, screen->bytes, found};
    screen->bytes = NULL;
    return status;
}

/// Tries pictures until one is good enough; returns the status of the last try.
static EvokeFilmStatus look_around(Screen *screen, const OpenFilm *film, Choice *choice) {
    EvokeFilmStatus status = EVOKE_FILM_DAMAGED;
    const size_t count = film->format->duration > 0 ? sizeof places / sizeof *places : 0;
    for (size_t at = 0; at < count; at++) {
        if (go_to(screen, film, places[at]) < 0) continue;
        status = look(screen, film, choice);
        if (choice->spread >= least_spread || film->failed) return status;
    }
    // Short films may have a single key frame, and begin dark.
    (void)go_to(screen, film, 0);
    for (int at = 0; at < first_pictures; at++) {
        status = look(screen, film, choice);
        if (status != EVOKE_FILM_READ || choice->spread >= least_spread) return status;
        for (int passed = 1; passed < stride && next_frame(screen, film) >= 0; passed++) {
            ffmpeg.av_frame_unref(screen->frame);
        }
    }
    return status;
}

EvokeFilmStatus evoke_film_still(
    int descriptor, void (*take)(void *context, const EvokeFilmStill *still), void *context) {
    OpenFilm film;
    EvokeFilmStatus status = open_film(&film, descriptor);
    if (status == EVOKE_FILM_READ) {
        Screen screen;
        Choice choice = {0};
        status = open_screen(&screen, &film);
        if (status == EVOKE_FILM_READ) status = look_around(&screen, &film, &choice);
        if (choice.bytes && !film.failed) {
            status = EVOKE_FILM_READ;
            take(context, &choice.still);
        }
        ffmpeg.av_free(choice.bytes);
        close_screen(&screen);
    }
    close_film(&film);
    return status;
}
