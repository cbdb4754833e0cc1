#include "kernel.h"

#include <omp.h>

int threads() { return omp_get_max_threads(); }
