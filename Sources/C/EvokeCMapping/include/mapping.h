#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A file that is mapped into memory to be read. When a page of it cannot be had, since the file was cut short or its
/// disk has failed, the whole mapping turns into zeros and is said to be lost, instead of the process being ended.
///
/// Faults elsewhere go to the handler of SIGBUS that the program had before its first mapping.
///
/// The disk is asked for the pages that are touched, and not for megabytes around each.
typedef struct evoke_mapping evoke_mapping;

/// NULL, with errno set, where it cannot be mapped.
evoke_mapping *evoke_map(int descriptor, size_t bytes);
const void *evoke_mapping_start(const evoke_mapping *mapping);
/// Asked after reading: false where all that was read is the file's.
bool evoke_mapping_is_lost(const evoke_mapping *mapping);
/// Has a part be read from the disk, without waiting for it; nothing happens where it is in memory.
void evoke_mapping_ask(const evoke_mapping *mapping, size_t offset, size_t bytes);
/// How often this thread has waited for a page that had to be read from a disk.
long evoke_waits_of_thread(void);
void evoke_unmap(evoke_mapping *mapping);
