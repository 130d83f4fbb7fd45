#include "web_app.h"

// The package manager's own way, an array literal in Swift, takes the compiler twenty seconds for 100 kB.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "Bundle/files.h"

#define FILE(name, bytes) {name, bytes, sizeof bytes}

static const evoke_web_file files[] = {FILES};

const evoke_web_file *evoke_web_files(size_t *count) {
    *count = sizeof files / sizeof *files;
    return files;
}
