#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Starts a program with a socket as its standard input, and no other inherited descriptor. Returns an error number.
int evoke_start_apart(const char *program, const char *name, const char *word, int socket, pid_t *process);

/// Makes this process end with the thread that started it; returns 0 if that has already ended.
int evoke_end_with_starter(void);

/// The processor time of a process, in milliseconds; -1 if it no longer exists.
long long evoke_processor_time(pid_t process);

/// Sends all bytes to a socket, with the descriptors attached to the first. Returns 0, or -1 with `errno`.
int evoke_send_with(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives some bytes and the descriptors sent with them: at most `*descriptor_count`, which is set to their number.
ssize_t evoke_receive_with(int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count);

/// Limits this process's resources, and makes the kernel kill it first when memory runs out.
int evoke_limit_resources(unsigned long long data_bytes);

/// Whether the kernel can hide files from a process (Landlock, since Linux 5.13).
int evoke_can_hide_files(void);

/// Hides all files from this process except those of system libraries: they cannot be opened or listed, but open ones
/// can be read. Call it while there is a single thread. Returns 0, also if the kernel lacks support; -1 with `errno`
/// on failure.
int evoke_hide_files(void);

/// Confines this process with all its threads: from now on it can compute, read files, and write to open sockets. It
/// cannot write files, start programs, open sockets or signal other processes. Returns 0, also if the kernel lacks
/// support; -1 with `errno` on failure.
int evoke_confine(void);
