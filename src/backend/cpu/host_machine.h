// What the machine under the devices has.
#ifndef RADDLE_BACKEND_CPU_HOST_MACHINE_H
#define RADDLE_BACKEND_CPU_HOST_MACHINE_H

#include <cstddef>

namespace raddle::cpu {

/// Bytes of memory that this process may use: the machine's, or what its control groups leave of it.
std::size_t hostMemoryBytes();

/// Rate in kHz of the counter that clock64() reads. Measured on the first call, which takes 2 ms.
int hostCounterKhz();

} // namespace raddle::cpu

#endif
