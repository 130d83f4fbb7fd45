#include "open_file.h"

#include <ext/stdio_filebuf.h>
#include <sys/stat.h>
#include <unistd.h>

/// Does what LibRaw does for a path, with an open file.
struct evoke_raw_file final : LibRaw_file_datastream {
    explicit evoke_raw_file(int descriptor) : LibRaw_file_datastream("") {
        struct stat status;
        if (fstat(descriptor, &status) != 0 || lseek(descriptor, 0, SEEK_SET) != 0) return;
        const int own = dup(descriptor);
        if (own < 0) return;
        _fsize = status.st_size;
        f.reset(new __gnu_cxx::stdio_filebuf<char>(own, std::ios_base::in | std::ios_base::binary));
    }
};

evoke_raw_file *evoke_open_raw(libraw_data_t *raw, int descriptor, int *code) {
    try {
        auto *file = new evoke_raw_file(descriptor);
        *code = file->valid() ? static_cast<LibRaw *>(raw->parent_class)->open_datastream(file) : int(LIBRAW_IO_ERROR);
        return file;
    } catch (...) {
        *code = LIBRAW_UNSUFFICIENT_MEMORY;
        return nullptr;
    }
}

void evoke_close_raw(evoke_raw_file *file) { delete file; }
