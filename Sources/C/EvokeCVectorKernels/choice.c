#include "vector_kernels.h"
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern const EvokeKernels evoke_kernels_portable;
#if defined(__x86_64__)
extern const EvokeKernels evoke_kernels_avx2, evoke_kernels_avx512;

static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("f16c");
}

static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512vnni");
}
#elif defined(__aarch64__)
extern const EvokeKernels evoke_kernels_neon;
#endif

/// The kernel at an index, the fastest first; NULL if it cannot run here.
static const EvokeKernels *kernel_at(int place) {
    switch (place) {
#if defined(__x86_64__)
    case 0: return has_avx512() ? &evoke_kernels_avx512 : NULL;
    case 1: return has_avx2() ? &evoke_kernels_avx2 : NULL;
#elif defined(__aarch64__)
    case 2: return &evoke_kernels_neon;
#endif
    case 3: return &evoke_kernels_portable;
    default: return NULL;
    }
}

const EvokeKernels *evoke_kernels_named(const char *name) {
    for (int place = 0; place < 4; place++) {
        const EvokeKernels *kernel = kernel_at(place);
        if (kernel && strcmp(kernel->name, name) == 0) return kernel;
    }
    return NULL;
}

static const EvokeKernels *choose(void) {
    const char *wanted = getenv("EVOKE_KERNEL");
    if (wanted && *wanted) return evoke_kernels_named(wanted);
    for (int place = 0; place < 4; place++) {
        if (kernel_at(place)) return kernel_at(place);
    }
    return NULL;
}

const EvokeKernels *evoke_kernels(void) {
    static _Atomic(const EvokeKernels *) chosen;
    const EvokeKernels *kernel = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (kernel) return kernel;
    kernel = choose();
    atomic_store_explicit(&chosen, kernel, memory_order_relaxed);
    return kernel;
}
