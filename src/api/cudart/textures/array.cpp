// Arrays and mipmapped arrays.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/errors/unsupported.h"
#include "api/cudart/textures/formats.h"
#include "api/shared/handles.h"
#include "host/requests/array.h"

using namespace raddle::cudart;
using raddle::api::handleOf;
using raddle::host::Array;
using raddle::host::ArrayRequest;
using raddle::host::Format;
using raddle::host::Mipmap;

namespace {

constexpr unsigned kKnownFlags = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap |
                                 cudaArrayTextureGather | cudaArrayColorAttachment;

cudaError_t requestOf(const cudaChannelFormatDesc *description, const cudaExtent &extent, unsigned flags,
                      unsigned levels, ArrayRequest *request) {
  if (!description)
    return cudaErrorInvalidValue;
  if (flags & cudaArraySparse)
    return refused("cudaArraySparse", "an array's memory is there as a whole");
  if (flags & cudaArrayDeferredMapping)
    return refused("cudaArrayDeferredMapping", "an array's memory is there from its beginning");
  const std::optional<Format> format = formatOf(*description);
  if (!format)
    return cudaErrorInvalidChannelDescriptor;
  if (flags & ~kKnownFlags)
    return cudaErrorInvalidValue;
  *request = {*format,
              {extent.width, extent.height, extent.depth},
              (flags & cudaArrayLayered) != 0,
              (flags & cudaArrayCubemap) != 0,
              flags,
              levels};
  return cudaSuccess;
}

cudaError_t makeArray(std::uintptr_t caller, cudaArray_t *array, const cudaChannelFormatDesc *description,
                      const cudaExtent &extent, unsigned flags) {
  return onDevice([=](const Context &context) {
    if (!array)
      return cudaErrorInvalidValue;
    ArrayRequest request;
    if (cudaError_t error = requestOf(description, extent, flags, 1, &request))
      return error;
    Array *made = nullptr;
    if (Status status = createArray(context, caller, request, &made))
      return errorOf(status);
    *array = handleOf(*made);
    return cudaSuccess;
  });
}

cudaError_t requirements(const Context &context, std::size_t bytes, int device,
                         cudaArrayMemoryRequirements *answer) {
  if (!answer)
    return cudaErrorInvalidValue;
  if (!context.process.hasDevice(device))
    return cudaErrorInvalidDevice;
  *answer = {bytes, raddle::backend::Memory::kAlignment, {}};
  return cudaSuccess;
}

} // namespace

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width,
                            size_t height, unsigned int flags) {
  return makeArray(RADDLE_CALLER, array, desc, {width, height, 0}, flags);
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, cudaExtent extent,
                              unsigned int flags) {
  return makeArray(RADDLE_CALLER, array, desc, extent, flags);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const cudaChannelFormatDesc *desc,
                                     cudaExtent extent, unsigned int levels, unsigned int flags) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    if (!mipmap)
      return cudaErrorInvalidValue;
    ArrayRequest request;
    if (cudaError_t error = requestOf(desc, extent, flags, levels, &request))
      return error;
    Mipmap *made = nullptr;
    if (Status status = createMipmap(context, caller, request, &made))
      return errorOf(status);
    *mipmap = handleOf(*made);
    return cudaSuccess;
  });
}

cudaError_t cudaFreeArray(cudaArray_t array) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return array ? errorOf(destroyArray(context, caller, array)) : cudaSuccess;
  });
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return mipmap ? errorOf(destroyMipmap(context, caller, mipmap)) : cudaSuccess;
  });
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap,
                                       unsigned int level) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<Mipmap> found = context.process.arrays.findMipmap(mipmap);
    if (!array || !found)
      return array ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    if (level >= found->levels().size())
      return cudaErrorInvalidValue;
    *array = handleOf(*found->levels()[level]);
    return cudaSuccess;
  });
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<Array> found = context.process.arrays.findArray(array);
    if (!found)
      return cudaErrorInvalidResourceHandle;
    if (desc)
      *desc = descriptionOf(found->format());
    if (extent)
      *extent = {found->extent().width, found->extent().height, found->extent().depth};
    if (flags)
      *flags = found->request().flags;
    return cudaSuccess;
  });
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc, cudaArray_const_t array) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<Array> found = context.process.arrays.findArray(array);
    if (!desc || !found)
      return desc ? cudaErrorInvalidResourceHandle : cudaErrorInvalidValue;
    *desc = descriptionOf(found->format());
    return cudaSuccess;
  });
}

// Only planar formats have planes, and there are none here.
cudaError_t cudaArrayGetPlane(cudaArray_t *, cudaArray_t array, unsigned int) {
  return onDevice([=](const Context &context) {
    return context.process.arrays.findArray(array) ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaArrayGetMemoryRequirements(cudaArrayMemoryRequirements *answer, cudaArray_t array,
                                           int device) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<Array> found = context.process.arrays.findArray(array);
    return found ? requirements(context, found->bytes(), device, answer) : cudaErrorInvalidResourceHandle;
  });
}

// No array is sparse.
cudaError_t cudaArrayGetSparseProperties(cudaArraySparseProperties *, cudaArray_t array) {
  return onDevice([=](const Context &context) {
    return context.process.arrays.findArray(array) ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaMipmappedArrayGetSparseProperties(cudaArraySparseProperties *, cudaMipmappedArray_t mipmap) {
  return onDevice([=](const Context &context) {
    return context.process.arrays.findMipmap(mipmap) ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle;
  });
}

cudaError_t cudaMipmappedArrayGetMemoryRequirements(cudaArrayMemoryRequirements *answer,
                                                    cudaMipmappedArray_t mipmap, int device) {
  return onDevice([=](const Context &context) {
    const std::shared_ptr<Mipmap> found = context.process.arrays.findMipmap(mipmap);
    return found ? requirements(context, Mipmap::bytesOf(found->top().request()), device, answer)
                 : cudaErrorInvalidResourceHandle;
  });
}
