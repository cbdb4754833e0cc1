// Copies between pieces of memory.
#include "cuda_runtime_api.h"

#include "api/cudart/memory/copies.h"

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

// Fills in the copy that the parameters describe; arrays have no storage yet.
template <typename Parameters>
cudaError_t volumeCopy(const Parameters *parameters, cudaMemcpyKind kind, Copy *copy) {
  if (!parameters)
    return cudaErrorInvalidValue;
  if (parameters->srcArray || parameters->dstArray)
    return cudaErrorNotSupported;
  const cudaExtent &extent = parameters->extent;
  const Shape shape = {extent.width, extent.height, extent.depth};
  if (!shape.isEmpty() && (!parameters->srcPtr.ptr || !parameters->dstPtr.ptr))
    return cudaErrorInvalidValue;
  *copy = {volume(parameters->dstPtr, parameters->dstPos), volume(parameters->srcPtr, parameters->srcPos),
           shape, directionOf(kind)};
  return cudaSuccess;
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
    cudaError_t error = volumeCopy(parameters, parameters ? parameters->kind : cudaMemcpyDefault, &copy);
    return error ? error : copyNow(context, copy);
  });
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = volumeCopy(parameters, parameters ? parameters->kind : cudaMemcpyDefault, &copy);
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
    cudaError_t error = volumeCopy(parameters, cudaMemcpyDeviceToDevice, &copy);
    return error ? error : peerCopyNow(context, copy, parameters->dstDevice, parameters->srcDevice);
  });
}

cudaError_t cudaMemcpy3DPeerAsync(const cudaMemcpy3DPeerParms *parameters, cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    Copy copy;
    cudaError_t error = volumeCopy(parameters, cudaMemcpyDeviceToDevice, &copy);
    return error ? error
                 : peerCopyInStream(context, stream, copy, parameters->dstDevice, parameters->srcDevice);
  });
}
