
#include "open_film.h"

static void give(const AVDictionary *words, void (*take)(void *, const char *, const char *), void *context) {
    const AVDictionaryEntry *entry = NULL;
    while ((entry = ffmpeg.av_dict_get(words, "", entry, AV_DICT_IGNORE_SUFFIX))) {
        take(context, entry->key, entry->value);
    }
}

EvokeFilmStatus evoke_film_words(
    int descriptor, int64_t *length, void (*take)(void *context, const char *key, const char *value), void *context) {
    OpenFilm film;
    const EvokeFilmStatus status = open_film(&film, descriptor);
    if (status == EVOKE_FILM_READ) {
        *length = film.format->duration > 0 ? film.format->duration : 0;
        give(film.format->metadata, take, context);
        give(film.stream->metadata, take, context);
    }
    close_film(&film);
    return status;
}
