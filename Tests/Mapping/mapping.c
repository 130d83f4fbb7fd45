// Files that are cut short while they are mapped (Sources/C/EvokeCMapping), at the instants that a race seldom meets. Run by
// EvokeVectorIndexTests.
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>

static void *map(void *start, size_t bytes, int protection, int flags, int descriptor, off_t offset);
#define mmap map
#include "../../Sources/C/EvokeCMapping/mapping.c"
#undef mmap
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { half = 1 << 16, whole = 2 * half };

static int failures;
static evoke_mapping *mapping;
static pthread_barrier_t both;
static bool is_told_first, has_memory, is_together;

/// Stands where zeros are about to be mapped.
static void *map(void *start, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
    if (flags & MAP_FIXED) {
        is_told_first = evoke_mapping_is_lost(mapping);
        if (is_together) pthread_barrier_wait(&both);
        if (!has_memory) return MAP_FAILED;
    }
    return mmap(start, bytes, protection, flags, descriptor, offset);
}

static void expect(bool holds, const char *what) {
    if (holds) return;
    fprintf(stderr, "mapping: %s\n", what);
    failures++;
}

static sigjmp_buf out;
static volatile sig_atomic_t sent;

static void own_handler(int number, siginfo_t *info, void *context) {
    (void)number, (void)context;
    if (info->si_code > 0) siglongjmp(out, 1);
    sent++;
}

static int file_of(ssize_t bytes) {
    char name[] = "/tmp/mapping.XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    static char content[half];
    memset(content, 'x', sizeof content);
    expect(write(file, content, (size_t)bytes) == bytes, "nothing can be written");
    return file;
}

static void map_and_cut(void) {
    int file = file_of(half);
    mapping = evoke_map(file, whole);
    close(file);
    is_told_first = false;
}

static char at(size_t offset) { return ((const volatile char *)evoke_mapping_start(mapping))[offset]; }

static void *read_beyond(void *unused) {
    (void)unused;
    return (void *)(long)at(half);
}

static bool is_caught(const volatile char *place) {
    if (sigsetjmp(out, 1)) return true;
    (void)*place;
    return false;
}

/// How a program that has no handler of its own ends.
static int end_of(void (*handler)(int), bool is_fault) {
    pid_t child = fork();
    if (!child) {
        others = (struct sigaction){.sa_handler = handler};
        if (is_fault) at(half);
        kill(getpid(), SIGBUS);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

int main(void) {
    struct sigaction action = {.sa_sigaction = own_handler, .sa_flags = SA_SIGINFO};
    sigaction(SIGBUS, &action, NULL);
    pthread_barrier_init(&both, NULL, 2);

    has_memory = true;
    map_and_cut();
    expect(at(half - 1) == 'x' && !evoke_mapping_is_lost(mapping), "a whole file is lost");
    expect(at(half) == 0 && is_told_first, "zeros are there before anybody is told");
    expect(at(0) == 0 && evoke_mapping_is_lost(mapping), "what is lost is not zeros");
    evoke_unmap(mapping);

    map_and_cut();
    is_together = true;
    pthread_t threads[2];
    for (int n = 0; n < 2; n++) pthread_create(&threads[n], NULL, read_beyond, NULL);
    for (int n = 0; n < 2; n++) pthread_join(threads[n], NULL);
    is_together = false;
    expect(at(0) == 0 && evoke_mapping_is_lost(mapping), "two that fault at once lose it");
    evoke_unmap(mapping);

    map_and_cut();
    has_memory = false;
    expect(is_caught((const char *)evoke_mapping_start(mapping) + half), "without memory, the program's handler is not asked");
    expect(evoke_mapping_is_lost(mapping), "without memory, nobody is told");
    evoke_unmap(mapping);

    map_and_cut();
    int file = file_of(0);
    const char *theirs = mmap(NULL, half, PROT_READ, MAP_SHARED, file, 0);
    expect(is_caught(theirs), "a fault of the program's own does not reach its handler");
    kill(getpid(), SIGBUS);
    expect(sent == 1 && !evoke_mapping_is_lost(mapping), "a signal that was sent does not reach the program's handler");
    expect(end_of(SIG_DFL, false) == SIGBUS && end_of(SIG_DFL, true) == SIGBUS && end_of(SIG_IGN, true) == SIGBUS,
           "a program without a handler goes on");
    expect(end_of(SIG_IGN, false) == 0, "a signal that is ignored ends the program");
    return failures;
}
