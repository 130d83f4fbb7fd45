#pragma once

// All return -1 with errno if the system or the disk does not support the call.

// Renames a file unless the new name exists.
int evoke_rename_where_free(const char *from, const char *to);

// Swaps two names.
int evoke_rename_exchange(const char *first, const char *second);

// Creates a file without a name in that folder, accessible only to its owner.
int evoke_rename_nameless(const char *folder);

// Whether any process has the file open for writing: 1 or 0.
int evoke_rename_has_writer(int descriptor);
