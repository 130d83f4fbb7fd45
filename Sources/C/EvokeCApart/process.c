#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { MOST_DESCRIPTORS = 16 };

int evoke_start_apart(const char *program, const char *name, const char *word, int socket, pid_t *process) {
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    int code = posix_spawn_file_actions_init(&actions);
    if (code) return code;
    code = posix_spawnattr_init(&attributes);
    if (code) {
        posix_spawn_file_actions_destroy(&actions);
        return code;
    }
    // Libraries write error messages to standard error, where they would only confuse users.
    posix_spawn_file_actions_adddup2(&actions, socket, STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
    // Signals of the terminal are for the program in the foreground.
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(
        &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    char *const arguments[] = {(char *)name, (char *)word, NULL};
    code = posix_spawn(process, program, &actions, &attributes, arguments, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return code;
}

int evoke_end_with_starter(void) {
    pid_t starter = getppid();
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    return starter == getppid();
}

long long evoke_processor_time(pid_t process) {
    clockid_t clock;
    struct timespec time;
    if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return -1;
    return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

int evoke_send_with(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count) {
    union {
        char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
        struct cmsghdr aligned;
    } control = {0};
    if (descriptor_count > MOST_DESCRIPTORS) descriptor_count = MOST_DESCRIPTORS;
    while (count > 0) {
        struct iovec part = {(void *)bytes, count};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
        if (descriptor_count > 0) {
            size_t length = descriptor_count * sizeof(int);
            message.msg_control = control.room;
            message.msg_controllen = CMSG_SPACE(length);
            struct cmsghdr *header = CMSG_FIRSTHDR(&message);
            header->cmsg_level = SOL_SOCKET;
            header->cmsg_type = SCM_RIGHTS;
            header->cmsg_len = CMSG_LEN(length);
            memcpy(CMSG_DATA(header), descriptors, length);
        }
        ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return -1;
        bytes = (const char *)bytes + sent;
        count -= sent;
        descriptor_count = 0;
    }
    return 0;
}

ssize_t evoke_receive_with(int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count) {
    union {
        char room[CMSG_SPACE(MOST_DESCRIPTORS * sizeof(int))];
        struct cmsghdr aligned;
    } control;
    struct iovec part = {bytes, count};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
    int room = *descriptor_count;
    *descriptor_count = 0;
    ssize_t received;
    do received = recvmsg(socket, &message, MSG_CMSG_CLOEXEC);
    while (received < 0 && errno == EINTR);
    if (received <= 0) return received;
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS) return received;
    int there = (int)((header->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    const int *all = (const int *)CMSG_DATA(header);
    for (int i = 0; i < there; i++) {
        if (i < room) {
            descriptors[(*descriptor_count)++] = all[i];
        } else {
            close(all[i]);
        }
    }
    return received;
}

static int limit(int resource, rlim_t most) {
    struct rlimit limits;
    if (getrlimit(resource, &limits)) return -1;
    if (limits.rlim_max < most) most = limits.rlim_max;
    limits.rlim_cur = limits.rlim_max = most;
    return setrlimit(resource, &limits);
}

int evoke_limit_resources(unsigned long long data_bytes) {
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file >= 0) {
        // If this fails, the kernel chooses by itself.
        ssize_t ignored = write(file, "1000", 4);
        (void)ignored;
        close(file);
    }
    // Open files: a photo, its sidecars, and what libraries read besides.
    return limit(RLIMIT_CORE, 0) || limit(RLIMIT_FSIZE, 0) || limit(RLIMIT_NOFILE, 128) ||
           limit(RLIMIT_DATA, data_bytes);
}
