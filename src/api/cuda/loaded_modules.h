// What the driver API remembers of libraries beside the host core: the library of each kernel that it has given out, and the
// context that a module goes with.
#ifndef RADDLE_API_CUDA_LOADED_MODULES_H
#define RADDLE_API_CUDA_LOADED_MODULES_H

#include "api/cuda/call.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

namespace raddle::cuda {

/// A module of a context on a device. The context is 0 for a primary one, with which nothing is unloaded.
void noteModule(const void *library, std::uint64_t context, int device);

/// Where a module was loaded; nothing for what is none.
std::optional<int> deviceOfModule(const void *library);

/// The kernel of that name by what stands for it, and remembers whose it is. Null where there is none.
const void *findKernel(const void *library, host::Library &found, std::string_view name);

/// The library of a kernel that findKernel() has given; null for any other.
const void *libraryOf(const void *kernel);

/// To be called when a library is unloaded.
void forgetLibrary(const void *library);

/// Unloads the modules of a context.
void unloadModules(Process &process, std::uint64_t context);

} // namespace raddle::cuda

#endif
