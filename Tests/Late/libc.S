#include "late.h"

library libc.so.6
function snprintf
function strtod
end_of_library
