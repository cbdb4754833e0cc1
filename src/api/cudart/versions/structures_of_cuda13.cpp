// Functions whose structures CUDA 13 has changed: what such a program hands over, or wants, is laid out as it is there.
#include "cuda_runtime_api.h"

#include "api/cudart/versions/symbol_version.h"

#include <cstddef>
#include <cstring>
#include <iterator>

namespace {

// ---- cudaDeviceProp: CUDA 13 removed some fields of CUDA 12, so the fields after them have other offsets.

constexpr std::size_t kPropertiesBytes = 1008;
constexpr std::size_t kHostNumaIdAt = 768;

struct Properties {
  alignas(8) std::byte bytes[kPropertiesBytes];
};

// Fields that stand side by side in both: where they begin and end in CUDA 12, and where they begin in CUDA 13.
constexpr struct {
  std::size_t begin, end, place;
} kFields[] = {
    {0, offsetof(cudaDeviceProp, clockRate), 0},
    {offsetof(cudaDeviceProp, totalConstMem), offsetof(cudaDeviceProp, deviceOverlap), 352},
    {offsetof(cudaDeviceProp, multiProcessorCount), offsetof(cudaDeviceProp, kernelExecTimeoutEnabled), 384},
    {offsetof(cudaDeviceProp, integrated), offsetof(cudaDeviceProp, computeMode), 388},
    {offsetof(cudaDeviceProp, maxTexture1D), offsetof(cudaDeviceProp, maxTexture1DLinear), 396},
    {offsetof(cudaDeviceProp, maxTexture2D), offsetof(cudaDeviceProp, memoryClockRate), 404},
    {offsetof(cudaDeviceProp, memoryBusWidth), offsetof(cudaDeviceProp, sharedMemPerMultiprocessor), 592},
    {offsetof(cudaDeviceProp, sharedMemPerMultiprocessor),
     offsetof(cudaDeviceProp, singleToDoublePrecisionPerfRatio), 624},
    {offsetof(cudaDeviceProp, pageableMemoryAccess), offsetof(cudaDeviceProp, cooperativeMultiDeviceLaunch),
     652},
    {offsetof(cudaDeviceProp, sharedMemPerBlockOptin),
     offsetof(cudaDeviceProp, unifiedFunctionPointers) + sizeof(int), 672},
};
static_assert(std::size(kFields) == 10 && sizeof(cudaDeviceProp) == 1032);

// ---- cudaResourceDesc: its union has grown.

struct ResourceDescription {
  cudaResourceType type;
  alignas(8) std::byte resource[128];
  unsigned flags;
};
static_assert(sizeof(ResourceDescription) == 144);

cudaResourceDesc inCuda12(const ResourceDescription &given) {
  cudaResourceDesc description = {};
  description.resType = given.type;
  std::memcpy(&description.res, given.resource, sizeof description.res);
  return description;
}

void store(const cudaResourceDesc &description, ResourceDescription *out) {
  *out = {};
  out->type = description.resType;
  std::memcpy(out->resource, &description.res, sizeof description.res);
}

// `ask(description)` answers a cudaError_t.
template <typename Ask> cudaError_t answerDescription(ResourceDescription *out, Ask ask) {
  cudaResourceDesc description = {};
  const cudaError_t error = ask(out ? &description : nullptr);
  if (error == cudaSuccess)
    store(description, out);
  return error;
}

// `make(description)` answers a cudaError_t.
template <typename Make> cudaError_t withDescription(const ResourceDescription *given, Make make) {
  if (!given)
    return make(nullptr);
  const cudaResourceDesc description = inCuda12(*given);
  return make(&description);
}

// ---- Structures to which CUDA 13 added reserved space at the end.

struct PointerAttributes {
  cudaPointerAttributes known;
  long reserved[8];
};
static_assert(sizeof(PointerAttributes) == 88);

struct ResourceView {
  cudaResourceViewDesc known;
  unsigned reserved[16];
};
static_assert(sizeof(ResourceView) == 112);

} // namespace

#pragma GCC visibility push(default)
extern "C" {

RADDLE_IN_CUDA_13(cudaGetDeviceProperties);
cudaError_t cuda13_cudaGetDeviceProperties(Properties *out, int device) {
  cudaDeviceProp properties;
  if (cudaError_t error = cudaGetDeviceProperties(out ? &properties : nullptr, device))
    return error;
  *out = {};
  for (const auto &[begin, end, place] : kFields)
    std::memcpy(out->bytes + place, reinterpret_cast<const std::byte *>(&properties) + begin, end - begin);
  int node = -1;
  if (cudaDeviceGetAttribute(&node, cudaDevAttrHostNumaId, device) == cudaSuccess)
    std::memcpy(out->bytes + kHostNumaIdAt, &node, sizeof node);
  return cudaSuccess;
}

RADDLE_IN_CUDA_13(cudaChooseDevice);
cudaError_t cuda13_cudaChooseDevice(int *device, const Properties *wanted) {
  cudaDeviceProp properties = {};
  if (wanted)
    for (const auto &[begin, end, place] : kFields)
      std::memcpy(reinterpret_cast<std::byte *>(&properties) + begin, wanted->bytes + place, end - begin);
  return cudaChooseDevice(device, wanted ? &properties : nullptr);
}

RADDLE_IN_CUDA_13(cudaPointerGetAttributes);
cudaError_t cuda13_cudaPointerGetAttributes(PointerAttributes *attributes, const void *pointer) {
  const cudaError_t error = cudaPointerGetAttributes(attributes ? &attributes->known : nullptr, pointer);
  if (error == cudaSuccess)
    std::memset(attributes->reserved, 0, sizeof attributes->reserved);
  return error;
}

RADDLE_IN_CUDA_13(cudaCreateTextureObject);
cudaError_t cuda13_cudaCreateTextureObject(cudaTextureObject_t *object, const ResourceDescription *resource,
                                           const cudaTextureDesc *texture, const ResourceView *view) {
  return withDescription(resource, [=](const cudaResourceDesc *description) {
    return cudaCreateTextureObject(object, description, texture, view ? &view->known : nullptr);
  });
}

RADDLE_IN_CUDA_13(cudaCreateSurfaceObject);
cudaError_t cuda13_cudaCreateSurfaceObject(cudaSurfaceObject_t *object, const ResourceDescription *resource) {
  return withDescription(resource, [=](const cudaResourceDesc *description) {
    return cudaCreateSurfaceObject(object, description);
  });
}

RADDLE_IN_CUDA_13(cudaGetTextureObjectResourceDesc);
cudaError_t cuda13_cudaGetTextureObjectResourceDesc(ResourceDescription *out, cudaTextureObject_t object) {
  return answerDescription(out, [=](cudaResourceDesc *description) {
    return cudaGetTextureObjectResourceDesc(description, object);
  });
}

RADDLE_IN_CUDA_13(cudaGetSurfaceObjectResourceDesc);
cudaError_t cuda13_cudaGetSurfaceObjectResourceDesc(ResourceDescription *out, cudaSurfaceObject_t object) {
  return answerDescription(out, [=](cudaResourceDesc *description) {
    return cudaGetSurfaceObjectResourceDesc(description, object);
  });
}

RADDLE_IN_CUDA_13(cudaGetTextureObjectResourceViewDesc);
cudaError_t cuda13_cudaGetTextureObjectResourceViewDesc(ResourceView *out, cudaTextureObject_t object) {
  const cudaError_t error = cudaGetTextureObjectResourceViewDesc(out ? &out->known : nullptr, object);
  if (error == cudaSuccess)
    std::memset(out->reserved, 0, sizeof out->reserved);
  return error;
}

} // extern "C"
#pragma GCC visibility pop
