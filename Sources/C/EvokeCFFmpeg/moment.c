#include "screen.h"

enum {
    /// Gives up after this many pictures that are too early, dark or plain.
    most_passed = 500,
};

/// When a picture is shown, in microseconds from the film's beginning; at least `least` if the film does not tell.
static int64_t time_of(const AVFrame *frame, const OpenFilm *film, int64_t least) {
    if (frame->best_effort_timestamp == AV_NOPTS_VALUE) return least;
    const AVRational unit = film->stream->time_base;
    return ffmpeg.av_rescale(frame->best_effort_timestamp, INT64_C(1000000) * unit.num, unit.den) - film_start(film);
}

static EvokeFilmStatus look_on(Screen *screen, const OpenFilm *film, int64_t from, int64_t *time) {
    screen->codec->skip_frame = AVDISCARD_NONKEY;
    const int64_t place = film_start(film) + from;
    const int has_place = ffmpeg.avformat_seek_file(film->format, -1, place, place, INT64_MAX, 0) >= 0;
    if (film->failed) return EVOKE_FILM_UNREADABLE;
    if (!has_place && from > 0) return EVOKE_FILM_AT_ITS_END;
    for (int passed = 0; passed < most_passed; passed++) {
        const int code = next_frame(screen, film);
        if (code < 0) return code == AVERROR_EOF && !film->failed ? EVOKE_FILM_AT_ITS_END : film_failure(film, code);
        *time = time_of(screen->frame, film, from);
        // Not every film has an index, so seeking may end up before the requested time.
        const EvokeFilmStatus status = *time < from ? EVOKE_FILM_READ : take_in(screen, film);
        ffmpeg.av_frame_unref(screen->frame);
        if (status != EVOKE_FILM_READ) return status;
        if (*time >= from && spread(screen) >= least_spread) return status;
    }
    return EVOKE_FILM_AT_ITS_END;
}

EvokeFilmStatus evoke_film_moment(
    int descriptor, int64_t from, void (*take)(void *context, const EvokeFilmStill *still, int64_t time),
    void *context) {
    OpenFilm film;
    EvokeFilmStatus status = open_film(&film, descriptor);
    if (status == EVOKE_FILM_READ) {
        Screen screen;
        int64_t time = 0;
        status = open_screen(&screen, &film);
        if (status == EVOKE_FILM_READ) status = look_on(&screen, &film, from, &time);
        if (status == EVOKE_FILM_READ) {
            const EvokeFilmStill still = {screen.bytes, screen.width, screen.height, film_orientation(film.stream)};
            take(context, &still, time);
        }
        close_screen(&screen);
    }
    close_film(&film);
    return status;
}
