// Functions of the C library that device code may call as they are, without the hidden thread parameter.
#ifndef RADDLE_NVVM_HOST_FUNCTIONS_H
#define RADDLE_NVVM_HOST_FUNCTIONS_H

#include <string_view>

namespace raddle::nvvm {

/// Whether `name` is listed in device/host_functions.def (libm, SLEEF, memcpy and the like).
bool isHostFunction(std::string_view name);

} // namespace raddle::nvvm

#endif
