#include "api/cuda/volume.h"

namespace raddle::cuda {

namespace {

// One operand of a copy.
struct Operand {
  CUmemorytype type;
  void *host;
  CUdeviceptr device;
  CUarray array;
  std::size_t x, y, z, pitch, height; // x and pitch in bytes
};

Operand sourceOf(const CUDA_MEMCPY3D &copy) {
  return {copy.srcMemoryType, const_cast<void *>(copy.srcHost), copy.srcDevice, copy.srcArray, copy.srcXInBytes,
          copy.srcY,          copy.srcZ,                        copy.srcPitch,  copy.srcHeight};
}

Operand targetOf(const CUDA_MEMCPY3D &copy) {
  return {copy.dstMemoryType, copy.dstHost, copy.dstDevice, copy.dstArray, copy.dstXInBytes,
          copy.dstY,          copy.dstZ,    copy.dstPitch,  copy.dstHeight};
}

// The bytes of an array's element.
cudaError_t elementBytes(CUarray array, std::size_t *bytes) {
  cudaChannelFormatDesc channels = {};
  const cudaError_t error = cudaArrayGetInfo(&channels, nullptr, nullptr, runtimeHandle(array));
  *bytes = static_cast<std::size_t>(channels.x + channels.y + channels.z + channels.w) / 8;
  return error;
}

struct RuntimeOperand {
  cudaArray_t array = nullptr;
  cudaPitchedPtr memory = {};
  cudaPos position = {};
};

// Where an array takes part, the runtime counts the width of the copy and positions in arrays in elements.
cudaError_t describe(const Operand &operand, const CUDA_MEMCPY3D &copy, RuntimeOperand *out) {
  out->position = {operand.x, operand.y, operand.z};
  if (operand.type == CU_MEMORYTYPE_ARRAY) {
    std::size_t element = 1;
    if (cudaError_t error = elementBytes(operand.array, &element))
      return error;
    if (operand.x % element != 0)
      return cudaErrorInvalidValue;
    out->array = runtimeHandle(operand.array);
    out->position.x = operand.x / element;
    return cudaSuccess;
  }
  if (operand.type < CU_MEMORYTYPE_HOST || operand.type > CU_MEMORYTYPE_UNIFIED)
    return cudaErrorInvalidValue;
  void *const pointer = operand.type == CU_MEMORYTYPE_HOST ? operand.host : pointerOf(operand.device);
  // Without a pitch, rows follow each other.
  const std::size_t pitch = operand.pitch ? operand.pitch : operand.x + copy.WidthInBytes;
  const std::size_t height = operand.height ? operand.height : operand.y + copy.Height;
  out->memory = {pointer, pitch, pitch, height};
  return cudaSuccess;
}

cudaMemcpyKind kindOf(CUmemorytype target, CUmemorytype source) {
  const bool is_any = target == CU_MEMORYTYPE_UNIFIED || source == CU_MEMORYTYPE_UNIFIED;
  const bool to_host = target == CU_MEMORYTYPE_HOST, from_host = source == CU_MEMORYTYPE_HOST;
  return is_any               ? cudaMemcpyDefault
         : to_host && from_host ? cudaMemcpyHostToHost
         : to_host              ? cudaMemcpyDeviceToHost
         : from_host            ? cudaMemcpyHostToDevice
                                : cudaMemcpyDeviceToDevice;
}

} // namespace

std::optional<cudaChannelFormatDesc> channelsOf(CUarray_format format, unsigned channels) {
  const auto of = [channels](int bits, cudaChannelFormatKind kind) {
    const auto component = [=](unsigned index) { return index < channels ? bits : 0; };
    return cudaChannelFormatDesc{component(0), component(1), component(2), component(3), kind};
  };
  switch (format) {
  case CU_AD_FORMAT_UNSIGNED_INT8:
    return of(8, cudaChannelFormatKindUnsigned);
  case CU_AD_FORMAT_UNSIGNED_INT16:
    return of(16, cudaChannelFormatKindUnsigned);
  case CU_AD_FORMAT_UNSIGNED_INT32:
    return of(32, cudaChannelFormatKindUnsigned);
  case CU_AD_FORMAT_SIGNED_INT8:
    return of(8, cudaChannelFormatKindSigned);
  case CU_AD_FORMAT_SIGNED_INT16:
    return of(16, cudaChannelFormatKindSigned);
  case CU_AD_FORMAT_SIGNED_INT32:
    return of(32, cudaChannelFormatKindSigned);
  case CU_AD_FORMAT_HALF:
    return of(16, cudaChannelFormatKindFloat);
  case CU_AD_FORMAT_FLOAT:
    return of(32, cudaChannelFormatKindFloat);
  default:
    return std::nullopt;
  }
}

CUarray_format formatOf(const cudaChannelFormatDesc &channels) {
  switch (channels.f) {
  case cudaChannelFormatKindFloat:
    return channels.x == 16 ? CU_AD_FORMAT_HALF : CU_AD_FORMAT_FLOAT;
  case cudaChannelFormatKindSigned:
    return channels.x == 8    ? CU_AD_FORMAT_SIGNED_INT8
           : channels.x == 16 ? CU_AD_FORMAT_SIGNED_INT16
                              : CU_AD_FORMAT_SIGNED_INT32;
  default:
    return channels.x == 8    ? CU_AD_FORMAT_UNSIGNED_INT8
           : channels.x == 16 ? CU_AD_FORMAT_UNSIGNED_INT16
                              : CU_AD_FORMAT_UNSIGNED_INT32;
  }
}

unsigned channelCount(const cudaChannelFormatDesc &channels) {
  return (channels.x != 0) + (channels.y != 0) + (channels.z != 0) + (channels.w != 0);
}

cudaError_t volumeOf(const CUDA_MEMCPY3D &copy, cudaMemcpy3DParms *volume) {
  RuntimeOperand source, target;
  if (cudaError_t error = describe(sourceOf(copy), copy, &source))
    return error;
  if (cudaError_t error = describe(targetOf(copy), copy, &target))
    return error;
  std::size_t element = 1;
  const CUarray array = copy.srcMemoryType == CU_MEMORYTYPE_ARRAY   ? copy.srcArray
                        : copy.dstMemoryType == CU_MEMORYTYPE_ARRAY ? copy.dstArray
                                                                    : nullptr;
  if (array)
    if (cudaError_t error = elementBytes(array, &element))
      return error;
  if (copy.WidthInBytes % element != 0 || copy.srcLOD != 0 || copy.dstLOD != 0)
    return cudaErrorInvalidValue;
  *volume = {source.array,
             source.position,
             source.memory,
             target.array,
             target.position,
             target.memory,
             {copy.WidthInBytes / element, copy.Height, copy.Depth},
             kindOf(copy.dstMemoryType, copy.srcMemoryType)};
  return cudaSuccess;
}

CUDA_MEMCPY3D copyOf(const cudaMemcpy3DParms &volume) {
  CUDA_MEMCPY3D copy = {};
  std::size_t source_element = 1, target_element = 1;
  if (volume.srcArray) {
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.srcArray = reinterpret_cast<CUarray>(volume.srcArray);
    static_cast<void>(elementBytes(copy.srcArray, &source_element));
  } else {
    copy.srcMemoryType = volume.kind == cudaMemcpyDefault ? CU_MEMORYTYPE_UNIFIED
                         : volume.kind == cudaMemcpyHostToHost || volume.kind == cudaMemcpyHostToDevice
                             ? CU_MEMORYTYPE_HOST
                             : CU_MEMORYTYPE_DEVICE;
    copy.srcHost = volume.srcPtr.ptr;
    copy.srcDevice = reinterpret_cast<CUdeviceptr>(volume.srcPtr.ptr);
    copy.srcPitch = volume.srcPtr.pitch;
    copy.srcHeight = volume.srcPtr.ysize;
  }
  if (volume.dstArray) {
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
    copy.dstArray = reinterpret_cast<CUarray>(volume.dstArray);
    static_cast<void>(elementBytes(copy.dstArray, &target_element));
  } else {
    copy.dstMemoryType = volume.kind == cudaMemcpyDefault ? CU_MEMORYTYPE_UNIFIED
                         : volume.kind == cudaMemcpyHostToHost || volume.kind == cudaMemcpyDeviceToHost
                             ? CU_MEMORYTYPE_HOST
                             : CU_MEMORYTYPE_DEVICE;
    copy.dstHost = volume.dstPtr.ptr;
    copy.dstDevice = reinterpret_cast<CUdeviceptr>(volume.dstPtr.ptr);
    copy.dstPitch = volume.dstPtr.pitch;
    copy.dstHeight = volume.dstPtr.ysize;
  }
  const std::size_t element = volume.srcArray ? source_element : target_element;
  copy.srcXInBytes = volume.srcPos.x * source_element;
  copy.srcY = volume.srcPos.y;
  copy.srcZ = volume.srcPos.z;
  copy.dstXInBytes = volume.dstPos.x * target_element;
  copy.dstY = volume.dstPos.y;
  copy.dstZ = volume.dstPos.z;
  copy.WidthInBytes = volume.extent.width * element;
  copy.Height = volume.extent.height;
  copy.Depth = volume.extent.depth;
  return copy;
}

CUDA_MEMCPY3D boxOf(const CUDA_MEMCPY2D &copy) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = copy.srcXInBytes;
  box.srcY = copy.srcY;
  box.srcMemoryType = copy.srcMemoryType;
  box.srcHost = copy.srcHost;
  box.srcDevice = copy.srcDevice;
  box.srcArray = copy.srcArray;
  box.srcPitch = copy.srcPitch;
  box.dstXInBytes = copy.dstXInBytes;
  box.dstY = copy.dstY;
  box.dstMemoryType = copy.dstMemoryType;
  box.dstHost = copy.dstHost;
  box.dstDevice = copy.dstDevice;
  box.dstArray = copy.dstArray;
  box.dstPitch = copy.dstPitch;
  box.WidthInBytes = copy.WidthInBytes;
  box.Height = copy.Height;
  box.Depth = 1;
  return box;
}

} // namespace raddle::cuda
