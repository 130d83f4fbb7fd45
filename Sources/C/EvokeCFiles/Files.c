#define _GNU_SOURCE

#include "EvokeCFiles.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ioctl.h>

int evoke_file_rename_where_free(const char *from, const char *to) {
    return renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}

int evoke_file_exchange(const char *first, const char *second) {
    return renameat2(AT_FDCWD, first, AT_FDCWD, second, RENAME_EXCHANGE);
}

int evoke_file_make_nameless(const char *folder) {
    return open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
}

int evoke_file_has_writer(int descriptor) {
    // A lease is granted if nobody has the file open for writing, and is released right away. If another process opens
    // the file in between, the kernel sends a signal; the default one would end the process.
    fcntl(descriptor, F_SETSIG, SIGURG);
    if (fcntl(descriptor, F_SETLEASE, F_RDLCK) != 0) return errno == EAGAIN ? 1 : -1;
    fcntl(descriptor, F_SETLEASE, F_UNLCK);
    return 0;
}

// Some file systems take no more at once.
enum { SHARED_AT_ONCE = 16 << 20 };

int evoke_file_share(int original, int file, uint64_t bytes) {
    // Room for one `info`, with its alignment.
    uint64_t memory[(sizeof(struct file_dedupe_range) + sizeof(struct file_dedupe_range_info)) / 8];
    struct file_dedupe_range *range = (struct file_dedupe_range *)memory;
    for (uint64_t done = 0; done < bytes; done += range->info[0].bytes_deduped) {
        *range = (struct file_dedupe_range){
            .src_offset = done,
            .src_length = bytes - done < SHARED_AT_ONCE ? bytes - done : SHARED_AT_ONCE,
            .dest_count = 1,
        };
        range->info[0] = (struct file_dedupe_range_info){.dest_fd = file, .dest_offset = done};
        if (ioctl(original, FIDEDUPERANGE, range) != 0) return -1;
        if (range->info[0].status == FILE_DEDUPE_RANGE_DIFFERS) return 1;
        if (range->info[0].status != FILE_DEDUPE_RANGE_SAME || range->info[0].bytes_deduped == 0) return -1;
    }
    return 0;
}
