// What the filter of decoders answers on arm64, where system calls have other numbers. Run by `make arm64`, in an
// emulator, which knows no filters: so its steps are gone through here.
#include "../../Sources/C/EvokeCApart/confine.c"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// As the kernel numbers them (include/uapi/asm-generic/unistd.h).
_Static_assert(SYS_fcntl == 25 && SYS_openat == 56 && SYS_read == 63 && SYS_newfstatat == 79, "files");
_Static_assert(SYS_tgkill == 131 && SYS_setpriority == 140 && SYS_prctl == 167 && SYS_prlimit64 == 261, "processes");
_Static_assert(SYS_clone == 220 && SYS_clone3 == 435 && SYS_openat2 == 437 && SYS_seccomp == 277, "threads");
_Static_assert(
    SYS_landlock_create_ruleset == 444 && SYS_landlock_add_rule == 445 && SYS_landlock_restrict_self == 446, "Landlock");

static Filter filter;

static uint32_t verdict(const struct seccomp_data *call) {
    uint32_t loaded = 0;
    for (unsigned place = 0; place < filter.count; place++) {
        const struct sock_filter step = filter.steps[place];
        switch (step.code) {
        case BPF_LD | BPF_W | BPF_ABS: memcpy(&loaded, (const char *)call + step.k, sizeof loaded); break;
        case BPF_ALU | BPF_AND | BPF_K: loaded &= step.k; break;
        case BPF_JMP | BPF_JEQ | BPF_K: place += loaded == step.k ? step.jt : step.jf; break;
        case BPF_RET | BPF_K: return step.k;
        default: abort();
        }
    }
    abort();
}

static bool failed = false;

static void expect(const char *what, int number, uint64_t first, uint64_t second, uint64_t third, uint32_t wanted) {
    const struct seccomp_data call = {.nr = number, .arch = ARCHITECTURE, .args = {first, second, third}};
    const uint32_t answer = verdict(&call);
    if (answer == wanted) return;
    printf("%s: the filter answers %#x instead of %#x\n", what, answer, wanted);
    failed = true;
}

int main(void) {
    enum { YES = SECCOMP_RET_ALLOW, NO = SECCOMP_RET_ERRNO };
    build(&filter);
    const struct seccomp_data foreign = {.nr = SYS_read, .arch = AUDIT_ARCH_X86_64};
    if (verdict(&foreign) != SECCOMP_RET_KILL_PROCESS) {
        printf("calls of another processor are let through\n");
        failed = true;
    }
    expect("read", SYS_read, 0, 0, 0, YES);
    expect("open to read", SYS_openat, 0, 0, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_DIRECTORY, YES);
    expect("open to write", SYS_openat, 0, 0, O_WRONLY, NO | EACCES);
    expect("open to make", SYS_openat, 0, 0, O_CREAT, NO | EACCES);
    expect("open a nameless file", SYS_openat, 0, 0, O_TMPFILE, NO | EACCES);
    expect("openat2", SYS_openat2, 0, 0, 0, NO | ENOSYS);
    expect("start a thread", SYS_clone, CLONE_VM | CLONE_THREAD | CLONE_SIGHAND, 0, 0, YES);
    expect("start a process", SYS_clone, 17, 0, 0, NO | EPERM);
    expect("clone3", SYS_clone3, 0, 0, 0, NO | ENOSYS);
    expect("signal itself", SYS_tgkill, (uint64_t)getpid(), 0, 6, YES);
    expect("signal another", SYS_tgkill, (uint64_t)getpid() + 1, 0, 6, NO | EPERM);
    expect("copy a descriptor", SYS_fcntl, 0, F_DUPFD_CLOEXEC, 0, YES);
    expect("set a flag", SYS_fcntl, 0, F_SETFL, 0, NO | EPERM);
    expect("ask for a limit", SYS_prlimit64, 0, 0, 0, YES);
    expect("set a limit", SYS_prlimit64, 0, 0, 1ULL << 32, NO | EPERM);
    expect("name a thread", SYS_prctl, PR_SET_NAME, 0, 0, YES);
    expect("trace", SYS_prctl, PR_SET_PTRACER, 0, 0, NO | EPERM);
    const int refused[] = {SYS_socket, SYS_execve, SYS_unlinkat, SYS_ptrace, SYS_kill, SYS_memfd_create, SYS_unshare};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        expect("a call of no use to decoders", refused[i], 0, 0, 0, NO | EPERM);
    }
    if (failed) return 1;
    printf("the filter's %d steps answer as they should\n", filter.count);
    return 0;
}
