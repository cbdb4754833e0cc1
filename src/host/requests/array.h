// Making and destroying arrays, texture objects and surface objects for programs.
#ifndef RADDLE_HOST_REQUESTS_ARRAY_H
#define RADDLE_HOST_REQUESTS_ARRAY_H

#include "host/process/process.h"

#include <cstdint>

namespace raddle::host {

/// On the context's device, for the call that returns to `caller` in the program. kInvalidValue: there are no such arrays.
/// kOutOfMemory.
Status createArray(const Context &context, std::uintptr_t caller, const ArrayRequest &request, Array **out);
Status createMipmap(const Context &context, std::uintptr_t caller, const ArrayRequest &request, Mipmap **out);

/// Waits for the device's work. kInvalidHandle: there is no such array. Else as release().
Status destroyArray(const Context &context, std::uintptr_t caller, const void *handle);
Status destroyMipmap(const Context &context, std::uintptr_t caller, const void *handle);

/// A texture or surface object, by the registry. kOutOfMemory.
Status createSampler(const Context &context, std::uintptr_t caller, SamplerRegistry &registry,
                     const SamplerRequest &request, unsigned long long *out);

/// Waits for the device's work. False when there is no such object.
bool destroySampler(const Context &context, std::uintptr_t caller, SamplerRegistry &registry,
                    unsigned long long handle);

} // namespace raddle::host

#endif
