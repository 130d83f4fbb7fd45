#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

/// The layout is defined in late.h.
struct late_library {
    const char *file;
    const char *const *names;
    uint64_t count;
    uint64_t is_loaded;
    /// The targets of calls, in the order of the names.
    _Atomic(void *) functions[];
};

const char *evoke_late_trouble(struct late_library *library) {
    static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
    const char *trouble = NULL;
    pthread_mutex_lock(&loading);
    if (!library->is_loaded) {
        void *const opened = dlopen(library->file, RTLD_LAZY | RTLD_LOCAL);
        if (!opened) trouble = dlerror();
        for (uint64_t at = 0; opened && !trouble && at < library->count; at++) {
            void *const function = dlsym(opened, library->names[at]);
            if (function) atomic_store(&library->functions[at], function);
            else trouble = dlerror();
        }
        library->is_loaded = !trouble;
    }
    pthread_mutex_unlock(&loading);
    return trouble;
}

/// Ends the program if the library is missing, since there is no function to call. Callers that loaded it before never
/// get here.
void evoke_load_late(struct late_library *library) {
    const char *const trouble = evoke_late_trouble(library);
    if (!trouble) return;
    fprintf(stderr, "evoke: The library %s could not be loaded: %s.\n       Install it again, or run ./bootstrap.\n",
            library->file, trouble);
    _exit(127);
}
