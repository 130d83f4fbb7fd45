#define _GNU_SOURCE
#include "apart.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

/// Calls allowed whatever their arguments: memory, threads, time, and open files.
static const int allowed[] = {
    SYS_read, SYS_pread64, SYS_readv, SYS_preadv, SYS_write, SYS_writev, SYS_close, SYS_lseek, SYS_fstat, SYS_newfstatat,
    SYS_statx, SYS_getdents64, SYS_readlinkat, SYS_faccessat, SYS_faccessat2, SYS_getcwd, SYS_dup, SYS_dup3,
    SYS_recvmsg, SYS_sendmsg, SYS_recvfrom, SYS_sendto, SYS_ppoll, SYS_pselect6, SYS_eventfd2, SYS_pipe2,
    SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime, SYS_timerfd_gettime,
    SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_mincore,
    SYS_futex, SYS_set_robust_list, SYS_get_robust_list, SYS_rseq, SYS_membarrier, SYS_exit, SYS_exit_group,
    SYS_sched_yield, SYS_sched_getaffinity, SYS_sched_getparam, SYS_sched_getscheduler, SYS_getcpu,
    SYS_getpid, SYS_gettid, SYS_getppid, SYS_getuid, SYS_geteuid, SYS_getgid, SYS_getegid,
    SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_rt_sigsuspend, SYS_rt_sigtimedwait, SYS_sigaltstack,
    SYS_clock_gettime, SYS_clock_getres, SYS_clock_nanosleep, SYS_nanosleep, SYS_gettimeofday, SYS_times,
    SYS_getrandom, SYS_sysinfo, SYS_uname, SYS_getrusage, SYS_getrlimit, SYS_restart_syscall,
#if defined(__x86_64__)
    SYS_stat, SYS_lstat, SYS_access, SYS_readlink, SYS_getdents, SYS_dup2, SYS_poll, SYS_select, SYS_pipe, SYS_time,
    SYS_epoll_create, SYS_epoll_wait,
#endif
};

enum { MOST_STEPS = 2 * sizeof allowed / sizeof *allowed + 128 };

typedef struct {
    struct sock_filter steps[MOST_STEPS];
    unsigned short count;
} Filter;

static void add(Filter *filter, struct sock_filter step) {
    if (filter->count < MOST_STEPS) filter->steps[filter->count++] = step;
}

static void load(Filter *filter, size_t offset) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset));
}

static void load_argument(Filter *filter, int place) {
    load(filter, offsetof(struct seccomp_data, args) + 8 * place);
}

static void answer(Filter *filter, uint32_t verdict) {
    add(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, verdict));
}

/// Returns the verdict if the loaded number does (or does not) equal this one; otherwise continues.
static void answer_if(Filter *filter, uint32_t number, uint32_t verdict) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1));
    answer(filter, verdict);
}

static void answer_unless(Filter *filter, uint32_t number, uint32_t verdict) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 1, 0));
    answer(filter, verdict);
}

static void load_call(Filter *filter) { load(filter, offsetof(struct seccomp_data, nr)); }

/// For one system call: allows it if the masked bits of an argument have the wanted value.
static void allow_bits(Filter *filter, int call, int argument, uint32_t mask, uint32_t wanted, int failure) {
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 5));
    load_argument(filter, argument);
    add(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, mask));
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, wanted, 0, 1));
    answer(filter, SECCOMP_RET_ALLOW);
    answer(filter, SECCOMP_RET_ERRNO | failure);
}

static void build(Filter *filter) {
    load(filter, offsetof(struct seccomp_data, arch));
    answer_unless(filter, ARCHITECTURE, SECCOMP_RET_KILL_PROCESS);
    load_call(filter);
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) {
        answer_if(filter, (uint32_t)allowed[i], SECCOMP_RET_ALLOW);
    }
    // Files may only be opened for reading.
    const uint32_t writing = O_ACCMODE | O_CREAT | O_TRUNC | O_APPEND | (O_TMPFILE & ~O_DIRECTORY);
    allow_bits(filter, SYS_openat, 2, writing, O_RDONLY, EACCES);
#if defined(__x86_64__)
    allow_bits(filter, SYS_open, 1, writing, O_RDONLY, EACCES);
#endif
    answer_if(filter, SYS_openat2, SECCOMP_RET_ERRNO | ENOSYS);
    // Threads, but no processes. The arguments of clone3 are in memory, which a filter cannot see.
    allow_bits(filter, SYS_clone, 0, CLONE_THREAD | CLONE_VM, CLONE_THREAD | CLONE_VM, EPERM);
    answer_if(filter, SYS_clone3, SECCOMP_RET_ERRNO | ENOSYS);
    // Signals to itself, as sent by abort().
    allow_bits(filter, SYS_tgkill, 0, UINT32_MAX, (uint32_t)getpid(), EPERM);
    // Its own priority, which libdispatch sets.
    allow_bits(filter, SYS_setpriority, 1, UINT32_MAX, 0, EPERM);
    allow_bits(filter, SYS_prctl, 0, UINT32_MAX, PR_SET_NAME, EPERM);
    const int questions[] = {F_GETFD, F_SETFD, F_GETFL, F_DUPFD, F_DUPFD_CLOEXEC};
    for (size_t i = 0; i + 1 < sizeof questions / sizeof *questions; i++) {
        add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fcntl, 0, 4));
        load_argument(filter, 1);
        answer_if(filter, (uint32_t)questions[i], SECCOMP_RET_ALLOW);
        load_call(filter);
    }
    allow_bits(filter, SYS_fcntl, 1, UINT32_MAX, questions[4], EPERM);
    // Limits may be read but not set: the address of new limits must be NULL.
    add(filter, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_prlimit64, 0, 6));
    load_argument(filter, 2);
    answer_unless(filter, 0, SECCOMP_RET_ERRNO | EPERM);
    load(filter, offsetof(struct seccomp_data, args) + 8 * 2 + 4);
    answer_if(filter, 0, SECCOMP_RET_ALLOW);
    answer(filter, SECCOMP_RET_ERRNO | EPERM);
}

int evoke_confine(void) {
    Filter filter = {.count = 0};
    build(&filter);
    if (filter.count == MOST_STEPS) {
        errno = E2BIG;
        return -1;
    }
    const struct sock_fprog program = {.len = filter.count, .filter = filter.steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) return -1;
    long result = syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    if (result == 0) return 0;
    // The kernel has no filters; the process is still a separate one.
    if (result < 0 && (errno == ENOSYS || errno == EINVAL)) return 0;
    // The ID of a thread that could not be synchronized.
    if (result > 0) errno = EBUSY;
    return -1;
}
