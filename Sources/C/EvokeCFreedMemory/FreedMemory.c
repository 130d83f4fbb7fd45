#include "EvokeCFreedMemory.h"

#ifdef __linux__
#include <malloc.h>
#endif

void evoke_freed_memory_keep(int bytes_at_ends, int bytes_of_large_blocks) {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, bytes_of_large_blocks);
    mallopt(M_TRIM_THRESHOLD, bytes_at_ends);
#endif
}

void evoke_freed_memory_give_back(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
