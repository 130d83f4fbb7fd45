#include "late.h"

library libc.so.6, libc
function snprintf
function strtod
end_of_library
