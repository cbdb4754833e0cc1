// Binding texture and surface references. In kernels a reference's variable holds the handle of an object, which is made anew at
// each binding, by what the reference says then.
#include "api/cudart/textures/references.h"

#include "api/cudart/textures/formats.h"
#include "api/cudart/textures/texture_object.h"
#include "host/requests/array.h"

#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <utility>

using namespace raddle::cudart;
using raddle::host::Allocation;
using raddle::host::SamplerRegistry;
using raddle::host::Symbol;

namespace {

struct References {
  std::mutex mutex;
  std::unordered_map<const void *, bool> reads_normalised;
  std::map<std::pair<const void *, int>, unsigned long long> bound; // by reference and device: the object
};

References &references() {
  static auto *const kReferences = new References;
  return *kReferences;
}

bool readsNormalised(const void *reference) {
  References &known = references();
  std::lock_guard lock(known.mutex);
  const auto found = known.reads_normalised.find(reference);
  return found != known.reads_normalised.end() && found->second;
}

cudaTextureDesc howToRead(const textureReference &reference) {
  cudaTextureDesc description = {};
  std::ranges::copy(reference.addressMode, description.addressMode);
  description.filterMode = reference.filterMode;
  description.readMode = readsNormalised(&reference) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  description.sRGB = reference.sRGB;
  description.normalizedCoords = reference.normalized;
  description.maxAnisotropy = reference.maxAnisotropy;
  description.mipmapFilterMode = reference.mipmapFilterMode;
  description.mipmapLevelBias = reference.mipmapLevelBias;
  description.minMipmapLevelClamp = reference.minMipmapLevelClamp;
  description.maxMipmapLevelClamp = reference.maxMipmapLevelClamp;
  return description;
}

// Binds the reference to the object, 0 for none, and gives up what it was bound to.
cudaError_t setObject(const Context &context, std::uintptr_t caller, const void *reference,
                      SamplerRegistry &registry, unsigned long long object) {
  Symbol variable;
  if (Status status = modules().findVariable(reference, context.target(), &variable)) {
    if (object)
      destroySampler(context, caller, registry, object);
    return status == Status::kUnknownSymbol ? cudaErrorInvalidTexture : errorOf(status);
  }
  unsigned long long before = 0;
  {
    References &known = references();
    std::lock_guard lock(known.mutex);
    before = std::exchange(known.bound[{reference, context.device.id()}], object);
  }
  // Kernels that still run read the former one.
  context.scheduler().waitDevice(context.device.id());
  std::memcpy(variable.address, &object, sizeof object);
  if (before)
    destroySampler(context, caller, registry, before);
  return cudaSuccess;
}

cudaError_t bind(const Context &context, std::uintptr_t caller, const textureReference *reference,
                 const cudaResourceDesc &resource) {
  if (!reference)
    return cudaErrorInvalidTexture;
  cudaTextureObject_t object = 0;
  if (cudaError_t error =
          makeTexture(context, caller, resource, howToRead(*reference), nullptr, /*alignment=*/1, &object))
    return error;
  return setObject(context, caller, reference, context.process.textures, object);
}

bool isBound(const Context &context, const void *reference) {
  References &known = references();
  std::lock_guard lock(known.mutex);
  const auto found = known.bound.find({reference, context.device.id()});
  return found != known.bound.end() && found->second != 0;
}

// Where an array's format is given too, it has to be that of the array.
cudaError_t checkFormat(const Context &context, cudaArray_const_t array, const cudaChannelFormatDesc *given) {
  const std::shared_ptr<raddle::host::Array> found = context.process.arrays.findArray(array);
  if (!found)
    return cudaErrorInvalidResourceHandle;
  if (!given)
    return cudaErrorInvalidValue;
  return formatOf(*given) == found->format() ? cudaSuccess : cudaErrorInvalidChannelDescriptor;
}

} // namespace

void raddle::cudart::noteTextureReference(const void *reference, bool reads_normalised) {
  References &known = references();
  std::lock_guard lock(known.mutex);
  known.reads_normalised[reference] = reads_normalised;
}

cudaError_t cudaBindTexture(size_t *offset, const textureReference *reference, const void *memory,
                            const cudaChannelFormatDesc *format, size_t bytes) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    const std::optional<Allocation> allocation = context.memory().find(memory);
    if (!format || !allocation)
      return cudaErrorInvalidValue;
    const std::size_t left =
        allocation->bytes -
        static_cast<std::size_t>(static_cast<const std::byte *>(memory) - allocation->base);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {const_cast<void *>(memory), *format, std::min(bytes, left)};
    if (offset)
      *offset = 0;
    return bind(context, caller, reference, resource);
  });
}

cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *reference, const void *memory,
                              const cudaChannelFormatDesc *format, size_t width, size_t height,
                              size_t pitch) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!format)
      return cudaErrorInvalidValue;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {const_cast<void *>(memory), *format, width, height, pitch};
    if (offset)
      *offset = 0;
    return bind(context, caller, reference, resource);
  });
}

cudaError_t cudaBindTextureToArray(const textureReference *reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc *format) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (cudaError_t error = checkFormat(context, array, format))
      return error;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    return bind(context, caller, reference, resource);
  });
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference *reference,
                                            cudaMipmappedArray_const_t mipmap,
                                            const cudaChannelFormatDesc *format) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!format)
      return cudaErrorInvalidValue;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = const_cast<cudaMipmappedArray_t>(mipmap);
    return bind(context, caller, reference, resource);
  });
}

cudaError_t cudaUnbindTexture(const textureReference *reference) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return reference ? setObject(context, caller, reference, context.process.textures, 0)
                     : cudaErrorInvalidTexture;
  });
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *reference) {
  return onDevice([=](const Context &context) {
    if (!offset || !reference)
      return cudaErrorInvalidValue;
    if (!isBound(context, reference))
      return cudaErrorInvalidTextureBinding;
    *offset = 0;
    return cudaSuccess;
  });
}

// A reference is its variable.
cudaError_t cudaGetTextureReference(const textureReference **reference, const void *symbol) {
  return onDevice([=](const Context &context) {
    Symbol variable;
    if (!reference)
      return cudaErrorInvalidValue;
    if (modules().findVariable(symbol, context.target(), &variable) != Status::kSuccess)
      return cudaErrorInvalidTexture;
    *reference = static_cast<const textureReference *>(symbol);
    return cudaSuccess;
  });
}

cudaError_t cudaBindSurfaceToArray(const surfaceReference *reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc *format) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (cudaError_t error = checkFormat(context, array, format))
      return error;
    if (!reference)
      return cudaErrorInvalidSurface;
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray_t>(array);
    cudaSurfaceObject_t object = 0;
    if (cudaError_t error = makeSurface(context, caller, resource, &object))
      return error;
    return setObject(context, caller, reference, context.process.surfaces, object);
  });
}

cudaError_t cudaGetSurfaceReference(const surfaceReference **reference, const void *symbol) {
  return onDevice([=](const Context &context) {
    Symbol variable;
    if (!reference)
      return cudaErrorInvalidValue;
    if (modules().findVariable(symbol, context.target(), &variable) != Status::kSuccess)
      return cudaErrorInvalidSurface;
    *reference = static_cast<const surfaceReference *>(symbol);
    return cudaSuccess;
  });
}
