// Loaded into the program by end-to-end tests (LD_PRELOAD): counts the calls that change a disk or send to a database, and
// sends the program a signal just before one of them. So a test kills at an event, whatever the speed of the machine.
//
// SIGNAL_AT_STATE names a file of three numbers: the process, the calls so far, and the call that is signalled (0: none).
// SIGNAL_AT_NUMBER is the signal. With SIGNAL_AT_NAME, only renames to names with that end are counted.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

struct state {
    _Atomic int64_t process, calls, at;
};

static struct state *state;
static const char *ending;
static int number;

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("SIGNAL_AT_STATE");
    int descriptor = file ? open(file, O_RDWR | O_CLOEXEC) : -1;
    if (descriptor < 0) return;
    void *place = mmap(NULL, sizeof *state, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    close(descriptor);
    if (place == MAP_FAILED) return;
    state = place;
    ending = getenv("SIGNAL_AT_NAME");
    const char *signal = getenv("SIGNAL_AT_NUMBER");
    number = signal ? atoi(signal) : SIGKILL;
    // The shell is first, and becomes the program. Its children are not counted.
    int64_t nobody = 0;
    atomic_compare_exchange_strong(&state->process, &nobody, getpid());
}

static void count(void) {
    if (!state || state->process != getpid()) return;
    if (++state->calls != state->at) return;
    // This thread goes no further: kill() may stop another one first.
    number == SIGSTOP ? raise(number) : kill(getpid(), number);
}

static void count_change(void) {
    if (!ending) count();
}

static void count_rename(const char *to) {
    size_t length = strlen(to), end = ending ? strlen(ending) : 0;
    if (length >= end && (!ending || !strcmp(to + length - end, ending))) count();
}

#define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t pwrite(int descriptor, const void *bytes, size_t length, off_t offset) {
    count_change();
    return NEXT(pwrite)(descriptor, bytes, length, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t length, off64_t offset) {
    count_change();
    return NEXT(pwrite64)(descriptor, bytes, length, offset);
}

int ftruncate(int descriptor, off_t length) {
    count_change();
    return NEXT(ftruncate)(descriptor, length);
}

int ftruncate64(int descriptor, off64_t length) {
    count_change();
    return NEXT(ftruncate64)(descriptor, length);
}

int fdatasync(int descriptor) {
    count_change();
    return NEXT(fdatasync)(descriptor);
}

int fsync(int descriptor) {
    count_change();
    return NEXT(fsync)(descriptor);
}

ssize_t send(int descriptor, const void *bytes, size_t length, int flags) {
    count_change();
    return NEXT(send)(descriptor, bytes, length, flags);
}

int unlink(const char *path) {
    count_change();
    return NEXT(unlink)(path);
}

int rename(const char *from, const char *to) {
    count_rename(to);
    return NEXT(rename)(from, to);
}

int renameat2(int from, const char *old, int to, const char *new, unsigned int flags) {
    count_rename(new);
    return NEXT(renameat2)(from, old, to, new, flags);
}

int link(const char *from, const char *to) {
    count_change();
    return NEXT(link)(from, to);
}

int linkat(int from, const char *old, int to, const char *new, int flags) {
    count_change();
    return NEXT(linkat)(from, old, to, new, flags);
}
