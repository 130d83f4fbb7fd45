#pragma once

// A file that is in memory alone, closed in child processes; -1 with errno where there can be none.
int evoke_memory_file_make(void);

// Keeps anybody from changing it any more; -1 with errno where that failed.
int evoke_memory_file_freeze(int descriptor);
