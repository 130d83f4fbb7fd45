#ifndef EVOKE_WEB_APP_H
#define EVOKE_WEB_APP_H

#include <stddef.h>

// The files of the web app, as parts of the program.
typedef struct {
    const char *name;
    const unsigned char *bytes;
    size_t count;
} evoke_web_file;

/// Those there are, one after the other.
const evoke_web_file *evoke_web_files(size_t *count);

#endif
