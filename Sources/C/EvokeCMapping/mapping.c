#define _GNU_SOURCE
#include "mapping.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __APPLE__
// Counted for the process alone.
#define RUSAGE_THREAD RUSAGE_SELF
#endif

// Entries are reused and never freed, so that a signal handler can walk the list at any time. An entry of 0 bytes is
// free.
struct evoke_mapping {
    _Atomic uintptr_t start;
    _Atomic size_t bytes;
    atomic_bool is_lost;
    struct evoke_mapping *next;
};

static _Atomic(evoke_mapping *) mappings;
static pthread_mutex_t changing = PTHREAD_MUTEX_INITIALIZER;
static struct sigaction others;

// Another entry may be changing, but not the one in question, since it is being read. If its size is the same before
// and after, the start read in between belongs to it.
static evoke_mapping *mapping_around(uintptr_t place) {
    for (evoke_mapping *mapping = mappings; mapping; mapping = mapping->next) {
        size_t bytes = mapping->bytes;
        uintptr_t start = mapping->start;
        if (place >= start && place - start < bytes && bytes == mapping->bytes) return mapping;
    }
    return NULL;
}

static void page_cannot_be_had(int number, siginfo_t *info, void *context) {
    int error = errno;
    // A signal sent by a process has no address.
    bool is_fault = info->si_code > 0;
    evoke_mapping *mapping = is_fault ? mapping_around((uintptr_t)info->si_addr) : NULL;
    if (mapping) {
        // First, so that whoever reads zeros can tell.
        mapping->is_lost = true;
        void *zeros = mmap(
            (void *)mapping->start, mapping->bytes, PROT_READ, MAP_PRIVATE | MAP_FIXED | MAP_ANONYMOUS | MAP_NORESERVE,
            -1, 0);
        if (zeros != MAP_FAILED) {
            errno = error;
            return;
        }
    }
    if (others.sa_flags & SA_SIGINFO) {
        others.sa_sigaction(number, info, context);
    } else if (others.sa_handler != SIG_DFL && others.sa_handler != SIG_IGN) {
        others.sa_handler(number);
    } else if (is_fault || others.sa_handler == SIG_DFL) {
        // The process ends as without this handler: a fault occurs again, and a sent signal is sent again.
        signal(number, SIG_DFL);
        if (!is_fault) raise(number);
    }
    errno = error;
}

static void listen(void) {
    struct sigaction action = {.sa_sigaction = page_cannot_be_had, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    // First, since the handler may be called as soon as it is installed.
    sigaction(SIGBUS, NULL, &others);
    sigaction(SIGBUS, &action, NULL);
}

static evoke_mapping *entry(void) {
    for (evoke_mapping *mapping = mappings; mapping; mapping = mapping->next)
        if (!mapping->bytes) return mapping;
    evoke_mapping *mapping = calloc(1, sizeof *mapping);
    if (mapping) {
        mapping->next = mappings;
        mappings = mapping;
    }
    return mapping;
}

evoke_mapping *evoke_map(int descriptor, size_t bytes) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, listen);
    void *start = mmap(NULL, bytes, PROT_READ, MAP_SHARED, descriptor, 0);
    if (start == MAP_FAILED) return NULL;
    madvise(start, bytes, MADV_RANDOM);
    pthread_mutex_lock(&changing);
    evoke_mapping *mapping = entry();
    if (mapping) {
        mapping->is_lost = false;
        mapping->start = (uintptr_t)start;
        mapping->bytes = bytes;
    }
    pthread_mutex_unlock(&changing);
    if (!mapping) munmap(start, bytes);
    return mapping;
}

const void *evoke_mapping_start(const evoke_mapping *mapping) { return (const void *)mapping->start; }

bool evoke_mapping_is_lost(const evoke_mapping *mapping) {
    // The caller's reads happen before this check.
    atomic_thread_fence(memory_order_acquire);
    return mapping->is_lost;
}

// The kernel reads at most its read-ahead size per call, which is 128 kB on most machines.
enum { ASKED_AT_ONCE = 1 << 17 };

void evoke_mapping_ask(const evoke_mapping *mapping, size_t offset, size_t bytes) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), end = mapping->start + offset + bytes;
    for (uintptr_t start = (mapping->start + offset) & ~(page - 1); start < end; start += ASKED_AT_ONCE)
        madvise((void *)start, end - start < ASKED_AT_ONCE ? end - start : ASKED_AT_ONCE, MADV_WILLNEED);
}

long evoke_waits_of_thread(void) {
    struct rusage usage;
    return getrusage(RUSAGE_THREAD, &usage) ? 0 : usage.ru_majflt;
}

void evoke_unmap(evoke_mapping *mapping) {
    pthread_mutex_lock(&changing);
    void *start = (void *)mapping->start;
    size_t bytes = mapping->bytes;
    mapping->bytes = 0;
    pthread_mutex_unlock(&changing);
    munmap(start, bytes);
}
