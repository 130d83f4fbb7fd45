#ifndef EVOKE_SCREEN_H
#define EVOKE_SCREEN_H

#include "open_film.h"

/// Decodes the pictures of a film.
typedef struct {
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    struct SwsContext *scaling;
    uint8_t *bytes;
    /// The size of the picture in `bytes`.
    int width, height;
} Screen;

/// Must be closed even on failure.
EvokeFilmStatus open_screen(Screen *screen, const OpenFilm *film);
void close_screen(Screen *screen);

/// Decodes the next picture that can be decoded.
int next_frame(Screen *screen, const OpenFilm *film);

/// Converts it as displayed, with square pixels.
EvokeFilmStatus take_in(Screen *screen, const OpenFilm *film);

/// The largest standard deviation of a color channel; 0 for a picture that is too dark to represent a film.
double spread(const Screen *screen);

/// A picture with a smaller spread is too plain to represent a film.
static const double least_spread = 10;

#endif
