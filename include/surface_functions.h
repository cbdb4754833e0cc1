// The functions that read and write surfaces; cuda_runtime.h has them.
#include "cuda_runtime.h"
