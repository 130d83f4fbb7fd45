#pragma once

#include <stdint.h>

// Linux's calls on files that Swift's Glibc lacks. All return -1 with errno if the system or the disk does not support
// the call.

// Renames a file unless the new name exists.
int evoke_file_rename_where_free(const char *from, const char *to);

// Swaps two names.
int evoke_file_exchange(const char *first, const char *second);

// Creates a file without a name in that folder, accessible only to its owner.
int evoke_file_make_nameless(const char *folder);

// Whether any process has the file open for writing: 1 or 0.
int evoke_file_has_writer(int descriptor);

// Makes `file` use the storage of `original` for its first bytes; the kernel compares them first. Returns 1 if they
// differ.
int evoke_file_share(int original, int file, uint64_t bytes);
