#define _XOPEN_SOURCE 700

#include "open_film.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/// The formats of phones, cameras and video software. Playlists and scene descriptions are excluded: they refer to
/// other files.
static const char forms[] = "mov,matroska,avi,mpegts";
static const char codecs[] =
    "h264,hevc,vp8,vp9,libdav1d,av1,mpeg4,msmpeg4,msmpeg4v2,h263,mjpeg,mpeg2video,mpeg1video,mpegvideo,dvvideo,prores,"
    "theora,vc1,wmv3";

enum {
    piece = 1 << 16,
    /// Enough for the headers and one picture, which take about 10 MB in the largest films.
    most_bytes = 256 << 20,
    probed = 8 << 20,
    most_memory = 1 << 30,
};

static int read_piece(void *opaque, uint8_t *bytes, int count) {
    OpenFilm *film = opaque;
    if (film->left <= 0 || film->place >= film->size) return AVERROR_EOF;
    ssize_t got;
    do got = pread(film->descriptor, bytes, (size_t)count, film->place);
    while (got < 0 && errno == EINTR);
    if (got < 0) {
        film->failed = 1;
        return AVERROR(EIO);
    }
    if (got == 0) return AVERROR_EOF;
    film->place += got;
    film->left -= got;
    return (int)got;
}

static int64_t move(void *opaque, int64_t offset, int whence) {
    OpenFilm *film = opaque;
    switch (whence & ~AVSEEK_FORCE) {
    case AVSEEK_SIZE: return film->size;
    case SEEK_SET: break;
    case SEEK_CUR: offset += film->place; break;
    case SEEK_END: offset += film->size; break;
    default: return AVERROR(EINVAL);
    }
    if (offset < 0) return AVERROR(EINVAL);
    return film->place = offset;
}

/// Films may refer to other files, which must not be opened.
static int refuse(AVFormatContext *format, AVIOContext **io, const char *url, int flags, AVDictionary **options) {
    (void)format, (void)io, (void)url, (void)flags, (void)options;
    return AVERROR(EPERM);
}

EvokeFilmStatus film_failure(const OpenFilm *film, int code) {
    if (film->failed) return EVOKE_FILM_UNREADABLE;
    return code == AVERROR(ENOMEM) ? EVOKE_FILM_TOO_LARGE : EVOKE_FILM_DAMAGED;
}

/// The video stream; cover pictures do not count.
static AVStream *moving_pictures(AVFormatContext *format) {
    const int best = ffmpeg.av_find_best_stream(format, AVMEDIA_TYPE_VIDEO, -1, -1, NULL, 0);
    for (int at = 0; at < (int)format->nb_streams; at++) {
        if (at != best) format->streams[at]->discard = AVDISCARD_ALL;
    }
    if (best < 0 || format->streams[best]->disposition & AV_DISPOSITION_ATTACHED_PIC) return NULL;
    return format->streams[best];
}

static int begins_as_film(OpenFilm *film) {
    uint8_t head[8] = {0};
    if (pread(film->descriptor, head, sizeof head, 0) != sizeof head) return 0;
    return !memcmp(head + 4, "ftyp", 4) || !memcmp(head + 4, "moov", 4) || !memcmp(head, "\x1A\x45\xDF\xA3", 4)
        || !memcmp(head, "RIFF", 4) || head[0] == 0x47 || head[4] == 0x47;
}

EvokeFilmStatus open_film(OpenFilm *film, int descriptor) {
    *film = (OpenFilm){.descriptor = descriptor, .left = most_bytes};
    if (!load_ffmpeg()) return EVOKE_FILM_WITHOUT_LIBRARY;
    ffmpeg.av_log_set_level(AV_LOG_QUIET);
    ffmpeg.av_max_alloc(most_memory);
    struct stat status;
    if (fstat(descriptor, &status) != 0) return EVOKE_FILM_UNREADABLE;
    film->size = status.st_size;

    uint8_t *bytes = ffmpeg.av_malloc(piece);
    film->io = bytes ? ffmpeg.avio_alloc_context(bytes, piece, 0, film, read_piece, NULL, move) : NULL;
    if (!film->io) ffmpeg.av_free(bytes);
    film->format = ffmpeg.avformat_alloc_context();
    if (!film->io || !film->format) return EVOKE_FILM_TOO_LARGE;
    film->format->pb = film->io;
    film->format->io_open = refuse;
    film->format->format_whitelist = ffmpeg.av_strdup(forms);
    film->format->codec_whitelist = ffmpeg.av_strdup(codecs);
    film->format->probesize = probed;
    film->format->format_probesize = piece;
    if (!film->format->format_whitelist || !film->format->codec_whitelist) return EVOKE_FILM_TOO_LARGE;

    // If opening fails, FFmpeg frees the context.
    const int code = ffmpeg.avformat_open_input(&film->format, "", NULL, NULL);
    if (code < 0) return film->failed || begins_as_film(film) ? film_failure(film, code) : EVOKE_FILM_UNSUPPORTED;
    // If this fails, the information found so far has to do.
    (void)ffmpeg.avformat_find_stream_info(film->format, NULL);
    if (film->failed) return EVOKE_FILM_UNREADABLE;
    film->stream = moving_pictures(film->format);
    return film->stream ? EVOKE_FILM_READ : EVOKE_FILM_WITHOUT_PICTURE;
}

void close_film(OpenFilm *film) {
    if (!film->format && !film->io) return;
    ffmpeg.avformat_close_input(&film->format);
    if (film->io) ffmpeg.av_freep(&film->io->buffer);
    ffmpeg.avio_context_free(&film->io);
}

int64_t film_start(const OpenFilm *film) {
    return film->format->start_time == AV_NOPTS_VALUE ? 0 : film->format->start_time;
}

int film_orientation(const AVStream *stream) {
    const int32_t *matrix = (const int32_t *)ffmpeg.av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, NULL);
    if (!matrix) return 1;
    const double angle = ffmpeg.av_display_rotation_get(matrix);
    if (isnan(angle)) return 1;
    // The rotation to the left, in quarter turns.
    const int quarters = (int)(lround(angle / 90) % 4 + 4) % 4;
    const int is_mirrored = (double)matrix[0] * matrix[4] - (double)matrix[1] * matrix[3] < 0;
    static const int plain[] = {1, 8, 3, 6}, mirrored[] = {4, 7, 2, 5};
    return is_mirrored ? mirrored[quarters] : plain[quarters];
}
