#pragma once
#include "vector_kernels.h"
#include <stdbool.h>

/// Whether loops that have a version for AVX2 are to use it.
bool evoke_takes_avx2(void);
