#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/// As late.h lays it out.
struct late_library {
    const char *file;
    const char *const *names;
    uint64_t count;
    uint64_t is_loaded;
    /// Where calls go, in the order of the names.
    _Atomic(void *) functions[];
};

/// As the system's loader ends a program that lacks a library.
static void end_without(const char *file) {
    const char *const reason = dlerror();
    fprintf(stderr, "evoke: The library %s could not be loaded: %s.\n       Install it again, or run ./bootstrap.\n", file,
            reason ? reason : "no reason is known");
    _exit(127);
}

void evoke_load_late(struct late_library *library) {
    static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&loading);
    if (!library->is_loaded) {
        void *const opened = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
        if (!opened) end_without(library->file);
        for (uint64_t at = 0; at < library->count; at++) {
            void *const function = dlsym(opened, library->names[at]);
            if (!function) end_without(library->file);
            atomic_store(&library->functions[at], function);
        }
        library->is_loaded = 1;
    }
    pthread_mutex_unlock(&loading);
}
