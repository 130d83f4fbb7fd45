#pragma once
#include <stddef.h>
#include <sys/types.h>

/// Starts a program with a socket as its standard input, and with nothing else that is open here. Gives an error number.
int evoke_start_apart(const char *program, const char *name, const char *word, int socket, pid_t *process);

/// Ends this process together with the thread that started it; 0 where that has ended already.
int evoke_end_with_starter(void);

/// How much processor time the process has used, in milliseconds; -1 where there is none any more.
long long evoke_processor_time(pid_t process);

/// Sends all bytes to a socket, the descriptors with the first of them. 0, or -1 with `errno`.
int evoke_send_with(int socket, const void *bytes, size_t count, const int *descriptors, int descriptor_count);

/// Receives some bytes, and the descriptors that came with them: up to `*descriptor_count`, which is then how many.
ssize_t evoke_receive_with(int socket, void *bytes, size_t count, int *descriptors, int *descriptor_count);

/// Limits what this process may use, and offers it to the kernel first where memory runs out.
int evoke_limit_resources(unsigned long long data_bytes);

/// Whether the kernel can hide files from a process (Landlock, from Linux 5.13 on).
int evoke_can_hide_files(void);

/// Hides all files from this process but those of the system's libraries: others are neither opened nor listed, and
/// are read only where they are open. To be called while it has one thread. 0, also where the kernel knows no such
/// thing; -1 with `errno` where it failed.
int evoke_hide_files(void);

/// Closes this process off, all threads of it: from now on it computes, reads files, and answers on what is open. It
/// writes no file, starts no program, opens no socket and signals nobody. 0, also where the kernel
/// knows no such thing; -1 with `errno` where it failed.
int evoke_confine(void);
