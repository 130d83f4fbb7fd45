#pragma once

// Memory that was freed, and that glibc keeps for later. Nothing happens with another C library.

// Each of its heaps keeps no more than that at its end, and larger blocks are given back when they are freed.
void evoke_freed_memory_keep(int bytes_at_ends, int bytes_of_large_blocks);

// Gives back what lies between blocks that are in use, and the end of the first heap.
void evoke_freed_memory_give_back(void);
