#include <tesseract/capi.h>

/// A function of GNU OpenMP, whose header is specific to GCC: with 0, this thread starts no further threads, even if
/// the code that it runs asks for them.
void omp_set_max_active_levels(int levels);
