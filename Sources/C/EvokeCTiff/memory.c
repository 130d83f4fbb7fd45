#include "memory.h"

#include <string.h>

static tmsize_t take(thandle_t handle, void *out, tmsize_t size) {
    evoke_tiff_memory *memory = handle;
    uint64_t left = memory->place < memory->count ? memory->count - memory->place : 0;
    uint64_t taken = size < 0 ? 0 : (uint64_t)size < left ? (uint64_t)size : left;
    if (taken > 0) memcpy(out, memory->bytes + memory->place, taken);
    memory->place += taken;
    return (tmsize_t)taken;
}

static tmsize_t refuse(thandle_t handle, void *bytes, tmsize_t size) {
    (void)handle, (void)bytes, (void)size;
    return 0;
}

static toff_t move(thandle_t handle, toff_t offset, int from) {
    evoke_tiff_memory *memory = handle;
    memory->place = offset + (from == SEEK_CUR ? memory->place : from == SEEK_END ? memory->count : 0);
    return memory->place;
}

static int finish(thandle_t handle) {
    (void)handle;
    return 0;
}

static toff_t size(thandle_t handle) { return ((evoke_tiff_memory *)handle)->count; }

static int be_quiet(TIFF *tiff, void *data, const char *module, const char *format, va_list arguments) {
    (void)tiff, (void)data, (void)module, (void)format, (void)arguments;
    return 1;
}

TIFF *evoke_open_tiff(evoke_tiff_memory *memory, tmsize_t most_bytes) {
    TIFFOpenOptions *options = TIFFOpenOptionsAlloc();
    if (!options) return NULL;
    TIFFOpenOptionsSetMaxSingleMemAlloc(options, most_bytes);
    TIFFOpenOptionsSetErrorHandlerExtR(options, be_quiet, NULL);
    TIFFOpenOptionsSetWarningHandlerExtR(options, be_quiet, NULL);
    TIFF *tiff = TIFFClientOpenExt("photo", "rm", memory, take, refuse, move, finish, size, NULL, NULL, options);
    TIFFOpenOptionsFree(options);
    return tiff;
}
