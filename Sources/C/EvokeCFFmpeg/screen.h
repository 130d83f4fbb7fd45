#ifndef EVOKE_SCREEN_H
#define EVOKE_SCREEN_H

#include "open_film.h"

/// What a film's pictures are decoded on.
typedef struct {
    AVCodecContext *codec;
    AVPacket *packet;
    AVFrame *frame;
    struct SwsContext *scaling;
    uint8_t *bytes;
    /// Of `bytes`.
    int width, height;
} Screen;

/// To be closed whatever comes of it.
EvokeFilmStatus open_screen(Screen *screen, const OpenFilm *film);
void close_screen(Screen *screen);

/// The next picture that can be decoded.
int next_frame(Screen *screen, const OpenFilm *film);

/// Takes it as a screen shows it: pixels are square there.
EvokeFilmStatus take_in(Screen *screen, const OpenFilm *film);

/// How far the colour of a picture that spreads most does so around its mean; 0 for what is too dark to stand for a film.
double spread(const Screen *screen);

/// A picture that spreads less is too plain to stand for a film.
static const double least_spread = 10;

#endif
