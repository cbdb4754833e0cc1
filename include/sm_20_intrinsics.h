// Part of cuda_runtime.h here; real code includes it by this name too.
#include "cuda_runtime.h"
