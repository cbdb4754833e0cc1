// What errors are called, for Raddle's own messages: a program that asks is noted to have looked at the error.
#ifndef RADDLE_API_CUDART_ERRORS_ERRORS_H
#define RADDLE_API_CUDART_ERRORS_ERRORS_H

#include "driver_types.h"

namespace raddle::cudart {

/// As cudaGetErrorName.
const char *nameOf(cudaError_t error);

/// As cudaGetErrorString.
const char *meaningOf(cudaError_t error);

} // namespace raddle::cudart

#endif
