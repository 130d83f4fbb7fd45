#pragma once

// A file in memory, which child processes do not inherit; -1 with errno on failure.
int evoke_memory_file_make(void);

// Makes it immutable; -1 with errno on failure.
int evoke_memory_file_freeze(int descriptor);
