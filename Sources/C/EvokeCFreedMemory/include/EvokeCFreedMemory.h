#pragma once

// Controls the freed memory that glibc keeps for later. Does nothing with other C libraries.

// Each heap keeps at most this much free memory at its end, and larger blocks are returned to the system when freed.
void evoke_freed_memory_keep(int bytes_at_ends, int bytes_of_large_blocks);

// Returns free memory to the system, between used blocks and at the end of the first heap.
void evoke_freed_memory_give_back(void);
