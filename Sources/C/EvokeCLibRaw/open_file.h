#pragma once

#include <libraw/libraw.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct evoke_raw_file evoke_raw_file;

/// Has LibRaw read a file that is open already, which its functions for C cannot. To be closed after `raw`.
evoke_raw_file *evoke_open_raw(libraw_data_t *raw, int descriptor, int *code);
void evoke_close_raw(evoke_raw_file *file);

#ifdef __cplusplus
}
#endif
