#include "host/requests/array.h"

#include "check/live_objects.h"
#include "host/requests/allocation.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace raddle::host {

namespace {

Status create(const Context &context, std::uintptr_t caller, const ArrayRequest &request,
              std::shared_ptr<Mipmap> *out) {
  if (!isPossible(request))
    return Status::kInvalidValue;
  if (!canBeCounted(request))
    return Status::kOutOfMemory;
  ArrayRequest possible = request;
  possible.levels = std::clamp(request.levels, 1u, mostLevels(request));
  void *base = nullptr;
  if (Status status = allocate(context, caller, MemoryKind::kDevice, Mipmap::bytesOf(possible), 0, &base))
    return status;
  check::noteMade(base, check::Rule::kLeakArray, context.device.id(), Mipmap::bytesOf(possible), caller);
  *out = std::make_shared<Mipmap>(possible, static_cast<std::byte *>(base), context.device.id());
  return Status::kSuccess;
}

Status destroy(const Context &context, std::uintptr_t caller, const std::shared_ptr<Mipmap> &taken) {
  return taken ? release(context, caller, taken->base(), Releases::kArrays) : Status::kInvalidHandle;
}

} // namespace

Status createArray(const Context &context, std::uintptr_t caller, const ArrayRequest &request, Array **out) {
  std::shared_ptr<Mipmap> made;
  if (Status status = create(context, caller, request, &made))
    return status;
  *out = context.process.arrays.addArray(std::move(made));
  return Status::kSuccess;
}

Status createMipmap(const Context &context, std::uintptr_t caller, const ArrayRequest &request,
                    Mipmap **out) {
  std::shared_ptr<Mipmap> made;
  if (Status status = create(context, caller, request, &made))
    return status;
  *out = context.process.arrays.addMipmap(std::move(made));
  return Status::kSuccess;
}

Status destroyArray(const Context &context, std::uintptr_t caller, const void *handle) {
  return destroy(context, caller, context.process.arrays.takeArray(handle));
}

Status destroyMipmap(const Context &context, std::uintptr_t caller, const void *handle) {
  return destroy(context, caller, context.process.arrays.takeMipmap(handle));
}

Status createSampler(const Context &context, std::uintptr_t caller, SamplerRegistry &registry,
                     const SamplerRequest &request, unsigned long long *out) {
  void *memory = nullptr;
  if (Status status = allocate(context, caller, MemoryKind::kDevice, request.bytes(), 0, &memory))
    return status;
  check::noteMade(memory, check::Rule::kLeakTexture, context.device.id(), 0, caller);
  request.write(memory);
  *out = reinterpret_cast<std::uintptr_t>(memory);
  registry.add(*out, context.device.id(), request.description);
  return Status::kSuccess;
}

bool destroySampler(const Context &context, std::uintptr_t caller, SamplerRegistry &registry,
                    unsigned long long handle) {
  if (!registry.take(handle))
    return false;
  void *const memory = reinterpret_cast<void *>(static_cast<std::uintptr_t>(handle));
  context.scheduler().waitDevice(context.device.id());
  // Whoever still reads it finds no texels.
  std::memset(memory, 0, sizeof(raddle_texture::Sampler));
  static_cast<void>(release(context, caller, memory, Releases::kArrays));
  return true;
}

} // namespace raddle::host
