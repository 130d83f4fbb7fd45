#pragma once

#include <libraw/libraw.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct evoke_raw_file evoke_raw_file;

/// Makes LibRaw read an open file, which its C API cannot. Close it after `raw`.
evoke_raw_file *evoke_open_raw(libraw_data_t *raw, int descriptor, int *code);
void evoke_close_raw(evoke_raw_file *file);

#ifdef __cplusplus
}
#endif
