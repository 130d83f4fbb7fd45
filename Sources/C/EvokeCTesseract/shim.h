#include <tesseract/capi.h>

/// Of GNU's OpenMP, whose header belongs to one compiler: how many threads this thread starts where it could use more.
void omp_set_num_threads(int count);
