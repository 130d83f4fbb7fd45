
#include "open_film.h"

static void give(const AVDictionary *words, void (*take)(void *, const char *, const char *), void *context) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = ffmpeg.av_dict_get(words, "", entry, AV_DICT_IGNORE_SUFFIX))) {
        take(context, entry->key, entry->value);
    }
}

EvokeFilmStatus evoke_film_words(
    int descriptor, EvokeFilmShape *shape, void (*take)(void *context, const char *key, const char *value),
    void *context) {
    OpenFilm film;
    const EvokeFilmStatus status = open_film(&film, descriptor);
    if (status == EVOKE_FILM_READ) {
        const int64_t length = film.format->duration;
        *shape = (EvokeFilmShape){
            .length = length == AV_NOPTS_VALUE || length < 0 ? 0 : length,
            .width = film.stream->codecpar->width,
            .height = film.stream->codecpar->height,
            .orientation = film_orientation(film.stream),
        };
        give(film.format->metadata, take, context);
        give(film.stream->metadata, take, context);
    }
    close_film(&film);
    return status;
}
