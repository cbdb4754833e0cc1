// Copies between pieces of memory.
#include "cuda_runtime_api.h"

#include "api/cudart/memory/copies.h"
#include "api/cudart/textures/array_copies.h"

using namespace raddle::cudart;

namespace {

Copy rowsCopy(void *dst, std::size_t dpitch, const void *src, std::size_t spitch, std::size_t width,
              std::size_t height, cudaMemcpyKind kind) {
  Copy copy = linearCopy(dst, src, width, kind);
  copy.destination.pitch = dpitch;
  copy.source.pitch = spitch;
  copy.shape.height = height;
  return copy;
}

Region volume(const cudaPitchedPtr &pitched, const cudaPos &position) {
  std::size_t slice = pitched.pitch * pitched.ysize;
  auto *base = static_cast<std::byte *>(pitched.ptr);
  return {base + position.z * slice + position.y * pitched.pitch + position.x, pitched.pitch, slice};
}

// The region is of the array, or else of the memory. Where one side of a copy is an array, widths count elements, but the place in
// memory that is no array still counts bytes.
cudaError_t operand(const Context &context, cudaArray_const_t array, const cudaPitchedPtr &memory,
                    const cudaPos &position, const Shape &shape, std::size_t element, Region *region) {
  if (array)
    return regionOf(context, array, position.x * element, position.y, position.z, shape, region);
  if (!shape.isEmpty() && !memory.ptr)
    return cudaErrorInvalidValue;
  *region = volume(memory, position);
  return cudaSuccess;
}

// Fills in the copy that the parameters describe.
template <typename Parameters>
cudaError_t describeVolume(const Context &context, const Parameters *parameters, cudaMemcpyKind kind,
                           Copy *copy) {
  if (!parameters)
    return cudaErrorInvalidValue;
  const Parameters &wanted = *parameters;
  // Either the array or the memory is given for each operand.
  if ((wanted.srcArray && wanted.srcPtr.ptr) || (wanted.dstArray && wanted.dstPtr.ptr))
    return cudaErrorInvalidValue;
  std::size_t element = 1;
  if (cudaArray_const_t array = wanted.srcArray ? wanted.srcArray : wanted.dstArray)
    if (cudaError_t error = elementBytes(context, array, &element))
      return error;
  copy->shape = {wanted.extent.width * element, wanted.extent.height, wanted.extent.depth};
  copy->direction = directionOf(kind);
  if (cudaError_t error = operand(context, wanted.dstArray, wanted.dstPtr, wanted.dstPos, copy->shape,
                                  element, &copy->destination))
    return error;
  return operand(context, wanted.srcArray, wanted.srcPtr, wanted.srcPos, copy->shape, element, &copy->source);
}

// The addresses tell where the memory lies; of the devices only their existence is asked.
cudaError_t checkPeers(const Context &context, int destination, int source) {
  bool known = context.process.hasDevice(destination) && context.process.hasDevice(source);
  return known ? cudaSuccess : cudaErrorInvalidDevice;
}

cudaError_t peerCopyNow(const Context &context, const Copy &copy, int destination, int source) {
  if (copy.shape.isEmpty())
    return cudaSuccess;
  if (cudaError_t error = checkPeers(context, destination, source))
    return error;
  // Work of the other devices may still produce the source or use the destination.
  context.scheduler().waitDevice(destination);
  context.scheduler().waitDevice(source);
  return copyNow(context, copy);
}

cudaError_t peerCopyInStream(const Context &context, cudaStream_t stream, const Copy &copy, int destination,
                             int source) {
  if (copy.shape.isEmpty())
    return cudaSuccess;
  if (cudaError_t error = checkPeers(context, destination, source))
    return error;
  return copyInStream(context, stream, copy);
}

} // namespace

cudaError_t raddle::cudart::volumeCopy(const Context &context, const cudaMemcpy3DParms *parameters,
                                       Copy *copy) {
  return describeVolume(context, parameters, parameters ? parameters->kind : cudaMemcpyDefault, copy);
}

cudaError_t cudaMemcpy(void *dst, const void *src, size_t count, cudaMemcpyKind kind) {
  return onDevice(
      [=](const Context &context) { return copyNow(context, linearCopy(dst, src, count, kind)); });
}

cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    return copyInStream(context, stream, linearCopy(dst, src, count, kind));
  });
}

cudaError_t cudaMemcpy2D(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return onDevice([=](const Context &context) {
    return copyNow(context, rowsCopy(dst, dpitch, src, spitch, width, height, kind));
  });
}

cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    return copyInStream(context, stream, rowsCopy(dst, dpitch, src, spitch, width, height, kind));
  });
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = raddle::cudart::volumeCopy(context, parameters, &copy);
    return error ? error : copyNow(context, copy);
  });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = raddle::cudart::volumeCopy(context, parameters, &copy);
    return error ? error : copyInStream(context, stream, copy);
  });
}

cudaError_t cudaMemcpyPeer(void *dst, int dst_device, const void *src, int src_device, size_t count) {
  return onDevice([=](const Context &context) {
    return peerCopyNow(context, linearCopy(dst, src, count, cudaMemcpyDeviceToDevice), dst_device,
                       src_device);
  });
}

cudaError_t cudaMemcpyPeerAsync(void *dst, int dst_device, const void *src, int src_device, size_t count,
                                cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    return peerCopyInStream(context, stream, linearCopy(dst, src, count, cudaMemcpyDeviceToDevice),
                            dst_device, src_device);
  });
}

cudaError_t cudaMemcpy3DPeer(const cudaMemcpy3DPeerParms *parameters) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = describeVolume(context, parameters, cudaMemcpyDeviceToDevice, &copy);
    return error ? error : peerCopyNow(context, copy, parameters->dstDevice, parameters->srcDevice);
  });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *parameters, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = describeVolume(context, parameters, cudaMemcpyDeviceToDevice, &copy);
    return error ? error
                 : peerCopyInStream(context, stream, copy, parameters->dstDevice, parameters->srcDevice);
  });
}
