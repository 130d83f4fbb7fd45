#include <tesseract/capi.h>

/// Of GNU's OpenMP, whose header belongs to one compiler: with 0, this thread starts no others, even where the code that
/// it runs asks for a number of them.
void omp_set_max_active_levels(int levels);
