// Missing in Swift's Glibc.
#define _GNU_SOURCE

#include "EvokeCMemoryFile.h"

#include <fcntl.h>
#include <sys/mman.h>

int evoke_memory_file_make(void) {
    return memfd_create("evoke", MFD_CLOEXEC | MFD_ALLOW_SEALING);
}

int evoke_memory_file_freeze(int descriptor) {
    return fcntl(descriptor, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE);
}
