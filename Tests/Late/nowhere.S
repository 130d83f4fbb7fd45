#include "late.h"

library libnowhere.so.1
function nowhere
end_of_library
