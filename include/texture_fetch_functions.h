// The functions that read textures; cuda_runtime.h has them.
#include "cuda_runtime.h"
