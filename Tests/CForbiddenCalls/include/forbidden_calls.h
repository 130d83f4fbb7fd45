#pragma once

/// From this one on, calls only read.
enum { EVOKE_FIRST_READING_CALL = 20 };

/// What call n is; NULL after the last.
const char *evoke_forbidden_call(int n);

/// Tries each call in a process of its own, which closes itself off before, or does not, and writes into `folder` where
/// it can. Bit n is set where the kernel took on call n: it did it, or said another reason than that it may not. -1
/// where there was no process.
long long evoke_try_forbidden_calls(const char *folder, int (*close_off)(void));

/// Reads behind a block of memory, which AddressSanitizer has to see.
int evoke_read_past_the_end(void);

/// Counts in two threads without a lock, which ThreadSanitizer has to see.
int evoke_count_in_two_threads(void);
