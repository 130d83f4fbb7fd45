#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>

#define TEXT_OF(number) #number
#define NAME(library, version) "lib" library ".so." TEXT_OF_VERSION(version)
#define TEXT_OF_VERSION(version) TEXT_OF(version)

FFmpeg ffmpeg;

static int is_there;

static void *address_of(const char *name, void *const *libraries, size_t count) {
    for (size_t at = 0; at < count; at++) {
        void *address = dlsym(libraries[at], name);
        if (address) return address;
    }
    return NULL;
}

/// Loads exactly the versions that Evoke was built with: the layout of structures differs between versions.
static void load(void) {
    static const char *const names[] = {
        NAME("avformat", LIBAVFORMAT_VERSION_MAJOR), NAME("avcodec", LIBAVCODEC_VERSION_MAJOR),
        NAME("avutil", LIBAVUTIL_VERSION_MAJOR), NAME("swscale", LIBSWSCALE_VERSION_MAJOR),
    };
    enum { count = sizeof names / sizeof *names };
    void *libraries[count];
    for (size_t at = 0; at < count; at++) {
        libraries[at] = dlopen(names[at], RTLD_NOW | RTLD_LOCAL);
        if (!libraries[at]) return;
    }
#define X(name) \
    *(void **)&ffmpeg.name = address_of(#name, libraries, count); \
    if (!ffmpeg.name) return;
    EVOKE_FFMPEG_FUNCTIONS(X)
#undef X
    is_there = 1;
}

int load_ffmpeg(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_there;
}
