// What was written beside arrays: told on stderr, and by the call that finds it.
//
// Nobody notices the write itself. The margins of an array are looked at when it is freed, when its device is reset, when a
// kernel has failed, when the program ends, and with RADDLE_GUARD=sync whenever it synchronises.
#ifndef RADDLE_HOST_MEMORY_OVERRUNS_H
#define RADDLE_HOST_MEMORY_OVERRUNS_H

#include "host/device/device.h"
#include "host/memory/memory.h"
#include "host/memory/overrun.h"
#include "host/status.h"

#include <memory>
#include <string>
#include <vector>

namespace raddle::host {

using DeviceList = std::vector<std::unique_ptr<Device>>;

/// Tells of them. Status::kIllegalAddress when there are some and RADDLE_LENIENT does not say that they may pass; the
/// process then ends with a status that is not 0, unless the program asks for the error.
Status tellOverruns(const std::vector<Overrun> &overruns);

/// Adds what is found beside the blocks that kernels have from malloc() and have not freed.
void addHeapOverruns(Device &device, std::vector<Overrun> &overruns);

/// Looks at all arrays, and at those blocks.
Status lookForOverruns(MemoryRegistry &memory, const DeviceList &devices);

/// What a call that has waited for the device returns besides faults: with RADDLE_GUARD=sync as above. Tells of accesses
/// that RADDLE_LENIENT=1 has let pass.
Status lookAfterSynchronization(MemoryRegistry &memory, const DeviceList &devices);

/// Whether that does anything.
bool looksAtSynchronization();

/// The program has been told that something is wrong.
void noteThatOverrunWasSeen();

/// "an array of 400 bytes, allocated at app.cu:12:3, freed at app.cu:20:3"
std::string describeArray(const Allocation &allocation);

/// Makes reports of faults name arrays.
void describeAddressesBy(MemoryRegistry &memory);

} // namespace raddle::host

#endif
