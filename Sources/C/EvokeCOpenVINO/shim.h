#include <malloc.h>
#include <openvino/c/openvino.h>
