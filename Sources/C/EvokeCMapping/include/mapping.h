#pragma once
#include <stdbool.h>
#include <stddef.h>

/// A file that is mapped into memory to be read. When a page of it cannot be had, since the file was cut short or its
/// disk has failed, the whole mapping turns into zeros and is said to be lost, instead of the process being ended.
typedef struct evoke_mapping evoke_mapping;

/// NULL, with errno set, where it cannot be mapped.
evoke_mapping *evoke_map(int descriptor, size_t bytes);
const void *evoke_mapping_start(const evoke_mapping *mapping);
bool evoke_mapping_is_lost(const evoke_mapping *mapping);
void evoke_unmap(evoke_mapping *mapping);
