// Arrays, mipmapped arrays, texture and surface objects.
#include "cuda.h"

#include "api/cuda/volume.h"

#include <cstring>

using namespace raddle::cuda;

namespace {

CUarray handleOf(cudaArray_t array) { return reinterpret_cast<CUarray>(array); }

cudaError_t describe(CUarray array, CUDA_ARRAY3D_DESCRIPTOR *description) {
  cudaChannelFormatDesc channels = {};
  cudaExtent extent = {};
  unsigned flags = 0;
  if (!description)
    return cudaErrorInvalidValue;
  const cudaError_t error = cudaArrayGetInfo(&channels, &extent, &flags, runtimeHandle(array));
  if (error == cudaSuccess)
    *description = {extent.width, extent.height, extent.depth, formatOf(channels), channelCount(channels), flags};
  return error;
}

cudaError_t create(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR &description) {
  const auto channels = channelsOf(description.Format, description.NumChannels);
  cudaArray_t made = nullptr;
  if (!array || !channels)
    return cudaErrorInvalidValue;
  const cudaError_t error = cudaMalloc3DArray(
      &made, &*channels, {description.Width, description.Height, description.Depth}, description.Flags);
  if (error == cudaSuccess)
    *array = handleOf(made);
  return error;
}

// What a texture or surface is made over.
cudaError_t resourceOf(const CUDA_RESOURCE_DESC *given, cudaResourceDesc *resource) {
  if (!given || given->flags != 0)
    return cudaErrorInvalidValue;
  *resource = {};
  resource->resType = static_cast<cudaResourceType>(given->resType);
  switch (given->resType) {
  case CU_RESOURCE_TYPE_ARRAY:
    resource->res.array.array = runtimeHandle(given->res.array.hArray);
    return cudaSuccess;
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    resource->res.mipmap.mipmap = runtimeHandle(given->res.mipmap.hMipmappedArray);
    return cudaSuccess;
  case CU_RESOURCE_TYPE_LINEAR: {
    const auto &linear = given->res.linear;
    const auto channels = channelsOf(linear.format, linear.numChannels);
    if (!channels)
      return cudaErrorInvalidValue;
    resource->res.linear = {pointerOf(linear.devPtr), *channels, linear.sizeInBytes};
    return cudaSuccess;
  }
  case CU_RESOURCE_TYPE_PITCH2D: {
    const auto &rows = given->res.pitch2D;
    const auto channels = channelsOf(rows.format, rows.numChannels);
    if (!channels)
      return cudaErrorInvalidValue;
    resource->res.pitch2D = {pointerOf(rows.devPtr), *channels, rows.width, rows.height, rows.pitchInBytes};
    return cudaSuccess;
  }
  }
  return cudaErrorInvalidValue;
}

CUDA_RESOURCE_DESC descriptionOf(const cudaResourceDesc &resource) {
  CUDA_RESOURCE_DESC result;
  std::memset(&result, 0, sizeof result);
  result.resType = static_cast<CUresourcetype>(resource.resType);
  switch (resource.resType) {
  case cudaResourceTypeArray:
    result.res.array.hArray = handleOf(resource.res.array.array);
    break;
  case cudaResourceTypeMipmappedArray:
    result.res.mipmap.hMipmappedArray = reinterpret_cast<CUmipmappedArray>(resource.res.mipmap.mipmap);
    break;
  case cudaResourceTypeLinear: {
    const auto &linear = resource.res.linear;
    result.res.linear = {reinterpret_cast<CUdeviceptr>(linear.devPtr), formatOf(linear.desc),
                         channelCount(linear.desc), linear.sizeInBytes};
    break;
  }
  case cudaResourceTypePitch2D: {
    const auto &rows = resource.res.pitch2D;
    result.res.pitch2D = {reinterpret_cast<CUdeviceptr>(rows.devPtr), formatOf(rows.desc), channelCount(rows.desc),
                          rows.width, rows.height, rows.pitchInBytes};
    break;
  }
  }
  return result;
}

// The bits of an element decide whether integers are read as fractions, unless the program wants them as they are.
bool readsFractions(const CUDA_RESOURCE_DESC &resource, unsigned flags) {
  CUarray_format format = CU_AD_FORMAT_FLOAT;
  CUDA_ARRAY3D_DESCRIPTOR description = {};
  cudaArray_t level = nullptr;
  switch (resource.resType) {
  case CU_RESOURCE_TYPE_ARRAY:
    if (describe(resource.res.array.hArray, &description) == cudaSuccess)
      format = description.Format;
    break;
  case CU_RESOURCE_TYPE_MIPMAPPED_ARRAY:
    if (cudaGetMipmappedArrayLevel(&level, runtimeHandle(resource.res.mipmap.hMipmappedArray), 0) == cudaSuccess &&
        describe(handleOf(level), &description) == cudaSuccess)
      format = description.Format;
    break;
  case CU_RESOURCE_TYPE_LINEAR:
    format = resource.res.linear.format;
    break;
  case CU_RESOURCE_TYPE_PITCH2D:
    format = resource.res.pitch2D.format;
    break;
  }
  const bool is_small = format == CU_AD_FORMAT_UNSIGNED_INT8 || format == CU_AD_FORMAT_UNSIGNED_INT16 ||
                        format == CU_AD_FORMAT_SIGNED_INT8 || format == CU_AD_FORMAT_SIGNED_INT16;
  return is_small && (flags & CU_TRSF_READ_AS_INTEGER) == 0;
}

cudaTextureDesc textureOf(const CUDA_RESOURCE_DESC &resource, const CUDA_TEXTURE_DESC &given) {
  cudaTextureDesc texture = {};
  for (int i = 0; i < 3; ++i)
    texture.addressMode[i] = static_cast<cudaTextureAddressMode>(given.addressMode[i]);
  texture.filterMode = static_cast<cudaTextureFilterMode>(given.filterMode);
  texture.readMode = readsFractions(resource, given.flags) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  texture.sRGB = (given.flags & CU_TRSF_SRGB) != 0;
  std::memcpy(texture.borderColor, given.borderColor, sizeof texture.borderColor);
  texture.normalizedCoords = (given.flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
  texture.maxAnisotropy = given.maxAnisotropy;
  texture.mipmapFilterMode = static_cast<cudaTextureFilterMode>(given.mipmapFilterMode);
  texture.mipmapLevelBias = given.mipmapLevelBias;
  texture.minMipmapLevelClamp = given.minMipmapLevelClamp;
  texture.maxMipmapLevelClamp = given.maxMipmapLevelClamp;
  texture.disableTrilinearOptimization = (given.flags & CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION) != 0;
  texture.seamlessCubemap = (given.flags & CU_TRSF_SEAMLESS_CUBEMAP) != 0;
  return texture;
}

CUDA_TEXTURE_DESC descriptionOf(const cudaTextureDesc &texture) {
  CUDA_TEXTURE_DESC result = {};
  for (int i = 0; i < 3; ++i)
    result.addressMode[i] = static_cast<CUaddress_mode>(texture.addressMode[i]);
  result.filterMode = static_cast<CUfilter_mode>(texture.filterMode);
  const auto flag = [&](bool is_set, unsigned bit) { result.flags |= is_set ? bit : 0; };
  flag(texture.readMode == cudaReadModeElementType, CU_TRSF_READ_AS_INTEGER);
  flag(texture.normalizedCoords != 0, CU_TRSF_NORMALIZED_COORDINATES);
  flag(texture.sRGB != 0, CU_TRSF_SRGB);
  flag(texture.disableTrilinearOptimization != 0, CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION);
  flag(texture.seamlessCubemap != 0, CU_TRSF_SEAMLESS_CUBEMAP);
  std::memcpy(result.borderColor, texture.borderColor, sizeof result.borderColor);
  result.maxAnisotropy = texture.maxAnisotropy;
  result.mipmapFilterMode = static_cast<CUfilter_mode>(texture.mipmapFilterMode);
  result.mipmapLevelBias = texture.mipmapLevelBias;
  result.minMipmapLevelClamp = texture.minMipmapLevelClamp;
  result.maxMipmapLevelClamp = texture.maxMipmapLevelClamp;
  return result;
}

cudaResourceViewDesc viewOf(const CUDA_RESOURCE_VIEW_DESC &view) {
  return {static_cast<cudaResourceViewFormat>(view.format),
          view.width,
          view.height,
          view.depth,
          view.firstMipmapLevel,
          view.lastMipmapLevel,
          view.firstLayer,
          view.lastLayer};
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *given) {
  return viaRuntime([=] {
    return given ? create(array, {given->Width, given->Height, 0, given->Format, given->NumChannels, 0})
                 : cudaErrorInvalidValue;
  });
}

CUresult cuArray3DCreate(CUarray *array, const CUDA_ARRAY3D_DESCRIPTOR *description) {
  return viaRuntime([=] { return description ? create(array, *description) : cudaErrorInvalidValue; });
}

CUresult cuArrayGetDescriptor(CUDA_ARRAY_DESCRIPTOR *description, CUarray array) {
  return viaRuntime([=] {
    CUDA_ARRAY3D_DESCRIPTOR found = {};
    const cudaError_t error = description ? describe(array, &found) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *description = {found.Width, found.Height, found.Format, found.NumChannels};
    return error;
  });
}

CUresult cuArray3DGetDescriptor(CUDA_ARRAY3D_DESCRIPTOR *description, CUarray array) {
  return viaRuntime([=] { return describe(array, description); });
}

CUresult cuArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties, CUarray array) {
  return viaRuntime([=] {
    return cudaArrayGetSparseProperties(sameLayout<cudaArraySparseProperties>(properties), runtimeHandle(array));
  });
}

CUresult cuMipmappedArrayGetSparseProperties(CUDA_ARRAY_SPARSE_PROPERTIES *properties, CUmipmappedArray mipmap) {
  return viaRuntime([=] {
    return cudaMipmappedArrayGetSparseProperties(sameLayout<cudaArraySparseProperties>(properties),
                                                 runtimeHandle(mipmap));
  });
}

CUresult cuArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements, CUarray array,
                                      CUdevice device) {
  return viaRuntime([=] {
    return cudaArrayGetMemoryRequirements(sameLayout<cudaArrayMemoryRequirements>(requirements),
                                          runtimeHandle(array), device);
  });
}

CUresult cuMipmappedArrayGetMemoryRequirements(CUDA_ARRAY_MEMORY_REQUIREMENTS *requirements,
                                               CUmipmappedArray mipmap, CUdevice device) {
  return viaRuntime([=] {
    return cudaMipmappedArrayGetMemoryRequirements(sameLayout<cudaArrayMemoryRequirements>(requirements),
                                                   runtimeHandle(mipmap), device);
  });
}

CUresult cuArrayGetPlane(CUarray *plane, CUarray array, unsigned index) {
  return viaRuntime([=] {
    return cudaArrayGetPlane(reinterpret_cast<cudaArray_t *>(plane), runtimeHandle(array), index);
  });
}

CUresult cuArrayDestroy(CUarray array) {
  return viaRuntime([=] { return array ? cudaFreeArray(runtimeHandle(array)) : cudaErrorInvalidResourceHandle; });
}

CUresult cuMipmappedArrayCreate(CUmipmappedArray *mipmap, const CUDA_ARRAY3D_DESCRIPTOR *description,
                                unsigned levels) {
  return viaRuntime([=] {
    const auto channels =
        description ? channelsOf(description->Format, description->NumChannels) : std::nullopt;
    if (!mipmap || !channels)
      return cudaErrorInvalidValue;
    return cudaMallocMipmappedArray(reinterpret_cast<cudaMipmappedArray_t *>(mipmap), &*channels,
                                    {description->Width, description->Height, description->Depth}, levels,
                                    description->Flags);
  });
}

CUresult cuMipmappedArrayGetLevel(CUarray *array, CUmipmappedArray mipmap, unsigned level) {
  return viaRuntime([=] {
    return cudaGetMipmappedArrayLevel(reinterpret_cast<cudaArray_t *>(array), runtimeHandle(mipmap), level);
  });
}

CUresult cuMipmappedArrayDestroy(CUmipmappedArray mipmap) {
  return viaRuntime([=] {
    return mipmap ? cudaFreeMipmappedArray(runtimeHandle(mipmap)) : cudaErrorInvalidResourceHandle;
  });
}

CUresult cuTexObjectCreate(CUtexObject *object, const CUDA_RESOURCE_DESC *resource,
                           const CUDA_TEXTURE_DESC *texture, const CUDA_RESOURCE_VIEW_DESC *view) {
  return viaRuntime([=] {
    cudaResourceDesc over;
    if (!texture)
      return cudaErrorInvalidValue;
    if (cudaError_t error = resourceOf(resource, &over))
      return error;
    const cudaTextureDesc how = textureOf(*resource, *texture);
    const cudaResourceViewDesc part = view ? viewOf(*view) : cudaResourceViewDesc{};
    return cudaCreateTextureObject(object, &over, &how, view ? &part : nullptr);
  });
}

CUresult cuTexObjectDestroy(CUtexObject object) {
  return viaRuntime([=] { return cudaDestroyTextureObject(object); });
}

CUresult cuTexObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUtexObject object) {
  return viaRuntime([=] {
    cudaResourceDesc found;
    const cudaError_t error =
        resource ? cudaGetTextureObjectResourceDesc(&found, object) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *resource = descriptionOf(found);
    return error;
  });
}

CUresult cuTexObjectGetTextureDesc(CUDA_TEXTURE_DESC *texture, CUtexObject object) {
  return viaRuntime([=] {
    cudaTextureDesc found;
    const cudaError_t error = texture ? cudaGetTextureObjectTextureDesc(&found, object) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *texture = descriptionOf(found);
    return error;
  });
}

CUresult cuTexObjectGetResourceViewDesc(CUDA_RESOURCE_VIEW_DESC *view, CUtexObject object) {
  return viaRuntime([=] {
    cudaResourceViewDesc found;
    const cudaError_t error =
        view ? cudaGetTextureObjectResourceViewDesc(&found, object) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *view = {static_cast<CUresourceViewFormat>(found.format),
               found.width,
               found.height,
               found.depth,
               found.firstMipmapLevel,
               found.lastMipmapLevel,
               found.firstLayer,
               found.lastLayer,
               {}};
    return error;
  });
}

CUresult cuSurfObjectCreate(CUsurfObject *object, const CUDA_RESOURCE_DESC *resource) {
  return viaRuntime([=] {
    cudaResourceDesc over;
    const cudaError_t error = resourceOf(resource, &over);
    return error ? error : cudaCreateSurfaceObject(object, &over);
  });
}

CUresult cuSurfObjectDestroy(CUsurfObject object) {
  return viaRuntime([=] { return cudaDestroySurfaceObject(object); });
}

CUresult cuSurfObjectGetResourceDesc(CUDA_RESOURCE_DESC *resource, CUsurfObject object) {
  return viaRuntime([=] {
    cudaResourceDesc found;
    const cudaError_t error =
        resource ? cudaGetSurfaceObjectResourceDesc(&found, object) : cudaErrorInvalidValue;
    if (error == cudaSuccess)
      *resource = descriptionOf(found);
    return error;
  });
}

} // extern "C"
#pragma GCC visibility pop
