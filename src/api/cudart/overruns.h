// What was written beside arrays: told on stderr, and by the call that finds it.
//
// Nobody notices the write itself. The margins of an array are looked at when it is freed, when its device is reset, when a
// kernel has failed, when the program ends, and with RADDLE_GUARD=sync whenever it synchronises.
#ifndef RADDLE_API_CUDART_OVERRUNS_H
#define RADDLE_API_CUDART_OVERRUNS_H

#include "api/cudart/process.h"
#include "driver_types.h"
#include "host/memory/overrun.h"

#include <vector>

namespace raddle::cudart {

/// Tells of them. cudaErrorIllegalAddress when there are some and RADDLE_LENIENT does not say that they may pass; the
/// process then ends with a status that is not 0, unless the program asks for the error.
cudaError_t tellOverruns(const std::vector<runtime::Overrun> &overruns);

/// Adds what is found beside the blocks that kernels have from malloc() and have not freed.
void addHeapOverruns(runtime::Device &device, std::vector<runtime::Overrun> &overruns);

/// Looks at all arrays, and at those blocks.
cudaError_t lookForOverruns(Process &process);

/// What a call that has waited for the device returns besides faults: with RADDLE_GUARD=sync as above. Tells of accesses
/// that RADDLE_LENIENT=1 has let pass.
cudaError_t lookAfterSynchronization(Process &process);

/// The program has been told that something is wrong.
void noteThatOverrunWasSeen();

/// "an array of 400 bytes, allocated at app.cu:12:3, freed at app.cu:20:3"
std::string describeArray(const runtime::Allocation &allocation);

/// Makes reports of faults name arrays.
void describeAddressesBy(runtime::MemoryRegistry &memory);

} // namespace raddle::cudart

#endif
