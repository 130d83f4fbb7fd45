#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A read-only memory mapping of a file. If a page cannot be read, because the file was truncated or its disk failed,
/// the whole mapping is replaced by zeros and marked as lost, instead of the process being killed.
///
/// Faults elsewhere go to the SIGBUS handler that was installed before the first mapping.
///
/// Only touched pages are read from the disk, without reading ahead.
typedef struct evoke_mapping evoke_mapping;

/// Returns NULL with errno if it cannot be mapped.
evoke_mapping *evoke_map(int descriptor, size_t bytes);
const void *evoke_mapping_start(const evoke_mapping *mapping);
/// Check it after reading: if false, everything read was the file's content.
bool evoke_mapping_is_lost(const evoke_mapping *mapping);
/// Starts reading a part from the disk, without waiting; does nothing if it is in memory.
void evoke_mapping_ask(const evoke_mapping *mapping, size_t offset, size_t bytes);
/// The number of times this thread, or on Darwin this process, has waited for a page to be read from a disk.
long evoke_waits_of_thread(void);
void evoke_unmap(evoke_mapping *mapping);
