#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/// What the libraries open after loading, and information about the system: libdispatch ends the process if it cannot
/// list its threads in /proc. Of other processes, the kernel then shows only names, numbers and arguments, and to root
/// also environment variables.
static const char *const shown[] = {
    "/usr", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/localtime", "/etc/ImageMagick-6", "/etc/ImageMagick-7",
    "/proc", "/sys/devices/system", "/dev/null", "/dev/zero", "/dev/urandom"};

int evoke_can_hide_files(void) {
    return syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION) > 0;
}

/// Existing threads would not be restricted. The kernel counts the folders of threads as links.
static int is_alone(void) {
    struct stat threads;
    return stat("/proc/self/task", &threads) == 0 && threads.st_nlink == 3;
}

static int show(int rules, const char *path) {
    const int place = open(path, O_PATH | O_CLOEXEC);
    struct stat status;
    // A path that this system does not have needs no rule.
    if (place < 0) return 0;
    const struct landlock_path_beneath_attr rule = {
        .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE |
                          (fstat(place, &status) == 0 && S_ISDIR(status.st_mode) ? LANDLOCK_ACCESS_FS_READ_DIR : 0),
        .parent_fd = place,
    };
    const long code = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
    close(place);
    return (int)code;
}

int evoke_hide_files(void) {
    if (!evoke_can_hide_files()) return 0;
    if (!is_alone()) {
        errno = EBUSY;
        return -1;
    }
    const struct landlock_ruleset_attr reading = {
        .handled_access_fs = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR};
    const int rules = (int)syscall(SYS_landlock_create_ruleset, &reading, sizeof reading, 0);
    if (rules < 0) return -1;
    long code = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    for (size_t i = 0; code == 0 && i < sizeof shown / sizeof *shown; i++) code = show(rules, shown[i]);
    if (code == 0) code = syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return code == 0 ? 0 : -1;
}
