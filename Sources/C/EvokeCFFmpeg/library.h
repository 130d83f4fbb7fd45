#ifndef EVOKE_FFMPEG_LIBRARY_H
#define EVOKE_FFMPEG_LIBRARY_H

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/display.h>
#include <libavutil/imgutils.h>
#include <libavutil/log.h>
#include <libavutil/pixdesc.h>
#include <libswscale/swscale.h>

// FFmpeg's libraries depend on about sixty others. They are loaded when the first film is opened, so that nothing else
// is slowed down.

#define EVOKE_FFMPEG_FUNCTIONS(X) \
    X(av_dict_get) X(av_display_rotation_get) X(av_find_best_stream) X(av_frame_alloc) X(av_frame_free) \
    X(av_frame_unref) X(av_free) X(av_freep) X(av_get_pix_fmt_name) X(av_log_set_level) X(av_malloc) X(av_max_alloc) \
    X(av_packet_alloc) X(av_packet_free) X(av_packet_unref) X(av_read_frame) X(av_rescale) X(av_strdup) \
    X(av_stream_get_side_data) X(avcodec_alloc_context3) X(avcodec_find_decoder) \
    X(avcodec_flush_buffers) X(avcodec_free_context) X(avcodec_open2) X(avcodec_parameters_to_context) \
    X(avcodec_receive_frame) X(avcodec_send_packet) X(avformat_alloc_context) X(avformat_close_input) \
    X(avformat_find_stream_info) X(avformat_open_input) X(avformat_seek_file) X(avio_alloc_context) \
    X(avio_context_free) X(sws_freeContext) X(sws_getCachedContext) X(sws_getCoefficients) X(sws_scale) \
    X(sws_setColorspaceDetails)

typedef struct {
#define X(name) __typeof__(name) *name;
    EVOKE_FFMPEG_FUNCTIONS(X)
#undef X
} FFmpeg;

/// Valid only after `load_ffmpeg` has succeeded.
extern FFmpeg ffmpeg;

int load_ffmpeg(void);

#endif
