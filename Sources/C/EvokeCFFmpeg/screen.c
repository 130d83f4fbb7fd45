#include "screen.h"

#include "bright.h"

#include <math.h>
#include <string.h>

enum {
    /// Two 8K pictures.
    most_pixels = 1 << 26,
    /// The limit for one picture, which some codecs complete only after later ones.
    most_packets = 2000,
};

/// The mean of the darkest picture that may represent a film, out of 255.
static const double least_light = 24;

void close_screen(Screen *screen) {
    ffmpeg.sws_freeContext(screen->scaling);
    ffmpeg.av_packet_free(&screen->packet);
    ffmpeg.av_frame_free(&screen->frame);
    ffmpeg.avcodec_free_context(&screen->codec);
    ffmpeg.av_free(screen->bytes);
}

EvokeFilmStatus open_screen(Screen *screen, const OpenFilm *film) {
    *screen = (Screen){0};
    const AVCodecParameters *parameters = film->stream->codecpar;
    if ((int64_t)parameters->width * parameters->height > most_pixels) return EVOKE_FILM_TOO_LARGE;
    const AVCodec *decoder = ffmpeg.avcodec_find_decoder(parameters->codec_id);
    if (!decoder) return EVOKE_FILM_UNSUPPORTED;
    screen->codec = ffmpeg.avcodec_alloc_context3(decoder);
    screen->packet = ffmpeg.av_packet_alloc();
    screen->frame = ffmpeg.av_frame_alloc();
    if (!screen->codec || !screen->packet || !screen->frame) return EVOKE_FILM_TOO_LARGE;
    if (ffmpeg.avcodec_parameters_to_context(screen->codec, parameters) < 0) return EVOKE_FILM_DAMAGED;
    screen->codec->thread_count = 1;
    screen->codec->max_pixels = most_pixels;
    screen->codec->pkt_timebase = film->stream->time_base;
    screen->codec->codec_whitelist = ffmpeg.av_strdup(film->format->codec_whitelist);
    if (!screen->codec->codec_whitelist) return EVOKE_FILM_TOO_LARGE;
    const int code = ffmpeg.avcodec_open2(screen->codec, decoder, NULL);
    return code == AVERROR(EINVAL) ? EVOKE_FILM_UNSUPPORTED : code < 0 ? film_failure(film, code) : EVOKE_FILM_READ;
}

int next_frame(Screen *screen, const OpenFilm *film) {
    for (int count = 0; count < most_packets; count++) {
        int code = ffmpeg.avcodec_receive_frame(screen->codec, screen->frame);
        if (code != AVERROR(EAGAIN)) return code;
        code = ffmpeg.av_read_frame(film->format, screen->packet);
        if (code < 0 && code != AVERROR_EOF) return code;
        if (code == 0 && screen->packet->stream_index != film->stream->index) {
            ffmpeg.av_packet_unref(screen->packet);
            continue;
        }
        // At the end, the decoder is flushed. Packets that it cannot decode are skipped.
        (void)ffmpeg.avcodec_send_packet(screen->codec, code == AVERROR_EOF ? NULL : screen->packet);
        ffmpeg.av_packet_unref(screen->packet);
    }
    return AVERROR_EOF;
}

EvokeFilmStatus take_in(Screen *screen, const OpenFilm *film) {
    AVFrame *frame = screen->frame;
    AVRational shape = frame->sample_aspect_ratio;
    if (shape.num <= 0) shape = film->stream->sample_aspect_ratio;
    if (shape.num <= 0 || shape.den <= 0 || av_q2d(shape) > 8 || av_q2d(shape) < 0.125) shape = (AVRational){1, 1};
    const int width = shape.num > shape.den ? (int)lround(frame->width * av_q2d(shape)) : frame->width;
    const int height = shape.num < shape.den ? (int)lround(frame->height / av_q2d(shape)) : frame->height;
    if (width < 1 || height < 1 || (int64_t)width * height > most_pixels) return EVOKE_FILM_TOO_LARGE;

    const int bright = is_bright(frame);
    screen->scaling = ffmpeg.sws_getCachedContext(
        screen->scaling, frame->width, frame->height, frame->format, width, height,
        bright ? AV_PIX_FMT_RGB48 : AV_PIX_FMT_RGB24,
        SWS_BILINEAR | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT, NULL, NULL, NULL);
    if (!screen->scaling) return EVOKE_FILM_UNSUPPORTED;
    // If a film does not specify its color matrix, it depends on the height, as in players.
    const int is_told = frame->colorspace != AVCOL_SPC_UNSPECIFIED && frame->colorspace != AVCOL_SPC_RGB;
    const int space = is_told ? frame->colorspace : frame->height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601;
    const char *layout = ffmpeg.av_get_pix_fmt_name(frame->format);
    const int is_full = frame->color_range == AVCOL_RANGE_JPEG || (layout && strstr(layout, "yuvj"));
    (void)ffmpeg.sws_setColorspaceDetails(
        screen->scaling, ffmpeg.sws_getCoefficients(space), is_full, ffmpeg.sws_getCoefficients(SWS_CS_ITU709), 1, 0,
        1 << 16, 1 << 16);

    // swscale writes some bytes beyond the end of a row.
    const size_t count = (size_t)width * height;
    uint8_t *bytes = ffmpeg.av_malloc(count * (bright ? 6 : 3) + 64);
    if (!bytes) return EVOKE_FILM_TOO_LARGE;
    uint8_t *planes[4] = {bytes};
    const int strides[4] = {(bright ? 6 : 3) * width};
    const int rows = ffmpeg.sws_scale(
        screen->scaling, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides);
    if (rows != height) {
        ffmpeg.av_free(bytes);
        return EVOKE_FILM_DAMAGED;
    }
    // The bytes overwrite the levels, which have been read by then.
    if (bright) show_bright(frame, (const uint16_t *)(const void *)bytes, count, bytes);
    ffmpeg.av_free(screen->bytes);
    screen->bytes = bytes;
    screen->width = width;
    screen->height = height;
    return EVOKE_FILM_READ;
}

double spread(const Screen *screen) {
    const size_t count = (size_t)screen->width * screen->height, step = count / 10000 + 1;
    double light = 0, most = 0;
    for (int channel = 0; channel < 3; channel++) {
        double sum = 0, squares = 0, seen = 0;
        for (size_t at = 0; at < count; at += step) {
            const double level = screen->bytes[3 * at + channel];
            sum += level;
            squares += level * level;
            seen++;
        }
        const double mean = sum / seen;
        light += mean / 3;
        most = fmax(most, squares / seen - mean * mean);
    }
    return light < least_light ? 0 : sqrt(most);
}
