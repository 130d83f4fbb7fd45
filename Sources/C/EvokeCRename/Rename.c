// Missing in Swift's Glibc.
#define _GNU_SOURCE

#include "EvokeCRename.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>

int evoke_rename_where_free(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int evoke_rename_exchange(const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int evoke_rename_nameless(const char *folder) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int evoke_rename_has_writer(int descriptor) {
    // A lease is granted if nobody has the file open for writing, and is released right away. If another process opens
    // the file in between, the kernel sends a signal; the default one would end the process.
    fcntl(descriptor, F_SETSIG, SIGURG);
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}
