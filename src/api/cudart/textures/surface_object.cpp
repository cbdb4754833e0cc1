// Surface objects: how kernels write arrays.
#include "api/cudart/textures/texture_object.h"
#include "host/requests/array.h"

using namespace raddle::cudart;
using raddle::host::Array;
using raddle::host::SamplerRequest;

cudaError_t raddle::cudart::makeSurface(const Context &context, std::uintptr_t caller,
                                        const cudaResourceDesc &resource, cudaSurfaceObject_t *object) {
  if (resource.resType != cudaResourceTypeArray)
    return cudaErrorInvalidValue;
  const std::shared_ptr<Array> array = context.process.arrays.findArray(resource.res.array.array);
  if (!array)
    return cudaErrorInvalidResourceHandle;
  // Arrays that were made without cudaArraySurfaceLoadStore are taken, too, as by an H100.
  SamplerRequest made;
  made.sampler = {};
  made.sampler.element = array->format().element;
  made.sampler.channels = array->format().channels;
  made.sampler.texel_bytes = array->format().bytes();
  made.levels = {array->level()};
  made.description = std::make_shared<cudaResourceDesc>(resource);
  return errorOf(createSampler(context, caller, context.process.surfaces, made, object));
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const cudaResourceDesc *resource) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return object && resource ? makeSurface(context, caller, *resource, object) : cudaErrorInvalidValue;
  });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
  const std::uintptr_t caller = RADDLE_CALLER;
  return onDevice([=](const Context &context) {
    return destroySampler(context, caller, context.process.surfaces, object) ? cudaSuccess
                                                                             : cudaErrorInvalidValue;
  });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource, cudaSurfaceObject_t object) {
  return onDevice([=](const Context &context) {
    const auto found =
        std::static_pointer_cast<const cudaResourceDesc>(context.process.surfaces.find(object));
    if (!resource || !found)
      return cudaErrorInvalidValue;
    *resource = *found;
    return cudaSuccess;
  });
}
