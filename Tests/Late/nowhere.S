#include "late.h"

library libnowhere.so.1, nowhere
function nowhere
end_of_library
