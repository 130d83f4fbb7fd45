#define _GNU_SOURCE
#include "forbidden_calls.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const names[] = {
    "open to write", "open to make", "truncate", "delete", "make a folder", "rename", "link", "link to", "change the mode",
    "memory file", "socket", "pair of sockets", "start a program", "start a process", "signal the starter",
    "signal its thread", "trace the starter", "change a limit", "set a flag", "leave a namespace",
    [EVOKE_FIRST_READING_CALL] = "read the user's file", "list the user's folder", "open anew what is open",
    "read the list of users", "list all folders", "open what the starter has open", NULL};

const char *evoke_forbidden_call(int n) { return names[n]; }

static long open_to_read(const char *path) { return syscall(SYS_openat, AT_FDCWD, path, O_RDONLY); }

static long attempt(int call, const char *file, const char *folder, const char *photo, int open_photo, pid_t starter) {
    struct rlimit limit;
    char process[64];
    char *none[] = {NULL};
    switch (call) {
    case 0: return syscall(SYS_openat, AT_FDCWD, file, O_WRONLY);
    case 1: return syscall(SYS_openat, AT_FDCWD, file, O_RDONLY | O_CREAT, 0600);
    case 2: return syscall(SYS_truncate, file, 0);
    case 3: return syscall(SYS_unlinkat, AT_FDCWD, file, 0);
    case 4: return syscall(SYS_mkdirat, AT_FDCWD, file, 0700);
    case 5: return syscall(SYS_renameat2, AT_FDCWD, file, AT_FDCWD, folder, 0);
    case 6: return syscall(SYS_linkat, AT_FDCWD, file, AT_FDCWD, folder, 0);
    case 7: return syscall(SYS_symlinkat, file, AT_FDCWD, file);
    case 8: return syscall(SYS_fchmodat, AT_FDCWD, file, 0700);
    case 9: return syscall(SYS_memfd_create, "trial", 0);
    case 10: return syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
    case 11: return syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, (int[2]){0, 0});
    // Of no name: what is there would take its place.
    case 12: return syscall(SYS_execve, "", none, none);
    case 13: {
        long process = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
        if (process == 0) syscall(SYS_exit_group, 0);
        return process;
    }
    case 14: return syscall(SYS_kill, starter, 0);
    case 15: return syscall(SYS_tgkill, starter, starter, 0);
    // Of nobody: the starter is to go on.
    case 16: return syscall(SYS_ptrace, PTRACE_ATTACH, -1, 0, 0);
    case 17:
        if (getrlimit(RLIMIT_CORE, &limit)) return -1;
        return syscall(SYS_prlimit64, 0, RLIMIT_CORE, &limit, NULL);
    case 18: return syscall(SYS_fcntl, 0, F_SETFL, 0);
    case 19: return syscall(SYS_unshare, 0);
    case EVOKE_FIRST_READING_CALL: return open_to_read(photo);
    case EVOKE_FIRST_READING_CALL + 1: return open_to_read(folder);
    case EVOKE_FIRST_READING_CALL + 2:
        snprintf(process, sizeof process, "/proc/self/fd/%d", open_photo);
        return open_to_read(process);
    case EVOKE_FIRST_READING_CALL + 3: return open_to_read("/etc/passwd");
    case EVOKE_FIRST_READING_CALL + 4: return open_to_read("/");
    default:
        snprintf(process, sizeof process, "/proc/%d/fd/%d", starter, open_photo);
        return open_to_read(process);
    }
}

long long evoke_try_forbidden_calls(const char *folder, int (*close_off)(void)) {
    char file[4096], photo[4096];
    if (snprintf(file, sizeof file, "%s/file", folder) >= (int)sizeof file) return -1;
    if (snprintf(photo, sizeof photo, "%s/photo", folder) >= (int)sizeof photo) return -1;
    const int open_photo = open(photo, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (open_photo < 0) return -1;
    int ends[2];
    if (pipe(ends)) return -1;
    const pid_t starter = getpid();
    const pid_t child = fork();
    if (child == 0) {
        long long taken = 0;
        if (close_off && close_off()) syscall(SYS_exit_group, 1);
        for (int call = 0; names[call]; call++) {
            errno = 0;
            const long result = attempt(call, file, folder, photo, open_photo, starter);
            if (result >= 0 || (errno != EPERM && errno != EACCES && errno != ENOSYS)) taken |= 1LL << call;
        }
        ssize_t written = write(ends[1], &taken, sizeof taken);
        syscall(SYS_exit_group, written == sizeof taken ? 0 : 1);
    }
    close(ends[1]);
    long long taken = -1;
    if (child > 0) {
        if (read(ends[0], &taken, sizeof taken) != sizeof taken) taken = -1;
        waitpid(child, NULL, 0);
    }
    close(ends[0]);
    close(open_photo);
    return taken;
}
