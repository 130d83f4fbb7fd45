#pragma once

// All give -1 with errno where the system or the disk knows no such call.

// Gives a file another name, unless there is something of that name.
int evoke_rename_where_free(const char *from, const char *to);

// Has two names change places.
int evoke_rename_exchange(const char *first, const char *second);

// A file that has no name yet, in that folder and for its owner alone.
int evoke_rename_nameless(const char *folder);

// Whether anybody has the file open for writing: 1 or 0.
int evoke_rename_has_writer(int descriptor);
