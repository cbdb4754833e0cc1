// Launches from device code, by the functions that CUDA has for it, and what else the device runtime does for kernels that launch.
// clang writes kernel<<<grid, block, shared, stream>>>(...) itself. And how a
// kernel waits for the one that it was launched to overlap with.
#ifndef RADDLE_DEVICE_DEVICE_LAUNCHES_H
#define RADDLE_DEVICE_DEVICE_LAUNCHES_H

#include "driver_types.h"
#include "raddle/types/device_request.h"

extern "C" {
__device__ void *raddle_parameter_buffer(__SIZE_TYPE__ bytes) __asm__("__raddle_parameter_buffer");
__device__ int raddle_launch_kernel(const void *kernel, void *parameters, unsigned grid_x, unsigned grid_y,
                                    unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z,
                                    __SIZE_TYPE__ shared_bytes,
                                    cudaStream_t stream) __asm__("__raddle_launch_kernel");
__device__ unsigned long long raddle_device_request(unsigned what, unsigned long long a, unsigned long long b,
                                                    unsigned long long c, unsigned long long d,
                                                    unsigned long long e, unsigned long long f,
                                                    unsigned long long g) __asm__("__raddle_device_request");
__device__ void raddle_nanosleep(unsigned nanoseconds) __asm__("__raddle_nanosleep");
}

#define RADDLE_DEVICE_API extern "C" __attribute__((device, always_inline, nodebug)) inline

namespace __raddle {

// Operands are numbers and addresses.
__attribute__((device, always_inline, nodebug)) inline unsigned long long number(const void *pointer) {
  return reinterpret_cast<unsigned long long>(pointer);
}
__attribute__((device, always_inline, nodebug)) inline unsigned long long number(unsigned long long value) {
  return value;
}
__attribute__((device, always_inline, nodebug)) inline unsigned long long number(unsigned long value) {
  return value;
}
__attribute__((device, always_inline, nodebug)) inline unsigned long long number(unsigned value) {
  return value;
}

template <typename... T>
__attribute__((device, always_inline, nodebug)) inline unsigned long long ask(RaddleDeviceRequest what,
                                                                              T... operands) {
  const unsigned long long given[] = {__raddle::number(operands)..., 0, 0, 0, 0, 0, 0, 0};
  return raddle_device_request(what, given[0], given[1], given[2], given[3], given[4], given[5], given[6]);
}

template <typename... T>
__attribute__((device, always_inline, nodebug)) inline cudaError_t request(RaddleDeviceRequest what,
                                                                           T... operands) {
  return static_cast<cudaError_t>(__raddle::ask(what, operands...));
}

template <typename Handle>
__attribute__((device, always_inline, nodebug)) inline cudaError_t create(RaddleDeviceRequest what,
                                                                          Handle *handle, unsigned flags) {
  constexpr unsigned long long kFirstHandle = 0x10000;
  const unsigned long long answer = __raddle::ask(what, flags);
  if (answer < kFirstHandle)
    return static_cast<cudaError_t>(answer);
  *handle = reinterpret_cast<Handle>(answer);
  return cudaSuccess;
}

} // namespace __raddle

RADDLE_DEVICE_API void *cudaGetParameterBuffer(__SIZE_TYPE__, __SIZE_TYPE__ size) {
  return raddle_parameter_buffer(size);
}

RADDLE_DEVICE_API void *cudaGetParameterBufferV2(void *kernel, dim3 grid, dim3 block, unsigned int shared_bytes) {
  const auto pair = [](unsigned low, unsigned high) { return low | static_cast<unsigned long long>(high) << 32; };
  return reinterpret_cast<void *>(__raddle::ask(kRaddleParameterBuffer, kernel, pair(grid.x, grid.y),
                                                pair(block.x, block.y), pair(grid.z, block.z), shared_bytes));
}

RADDLE_DEVICE_API cudaError_t cudaLaunchDevice(void *kernel, void *parameters, dim3 grid, dim3 block,
                                               unsigned int shared_bytes, cudaStream_t stream) {
  return static_cast<cudaError_t>(raddle_launch_kernel(kernel, parameters, grid.x, grid.y, grid.z, block.x,
                                                       block.y, block.z, shared_bytes, stream));
}

RADDLE_DEVICE_API cudaError_t cudaLaunchDeviceV2(void *parameters, cudaStream_t stream) {
  return __raddle::request(kRaddleLaunchBuffer, parameters, stream);
}

RADDLE_DEVICE_API cudaError_t cudaGetLastError() { return __raddle::request(kRaddleLastError); }
RADDLE_DEVICE_API cudaError_t cudaPeekAtLastError() { return __raddle::request(kRaddlePeekAtLastError); }

// A block waits for what it has launched itself, as architectures before 9.0 can.
#if __CUDA_ARCH__ < 900
RADDLE_DEVICE_API cudaError_t cudaDeviceSynchronize() {
  const cudaError_t error = __raddle::request(kRaddleSynchronizes);
  if (error != cudaSuccess)
    return error;
  while (__raddle::ask(kRaddleBlockHasChildren))
    raddle_nanosleep(20);
  return cudaSuccess;
}
RADDLE_DEVICE_API cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance() { return cudaDeviceSynchronize(); }
#else
extern "C" __device__ cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance();
#endif

RADDLE_DEVICE_API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *pStream, unsigned int flags) {
  return __raddle::create(kRaddleCreateStream, pStream, flags);
}
RADDLE_DEVICE_API cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return __raddle::request(kRaddleDestroyStream, stream);
}
RADDLE_DEVICE_API cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int = 0) {
  return __raddle::request(kRaddleStreamWaitsForEvent, stream, event);
}
RADDLE_DEVICE_API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags) {
  return __raddle::create(kRaddleCreateEvent, event, flags);
}
RADDLE_DEVICE_API cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream = 0) {
  return __raddle::request(kRaddleRecordEvent, event, stream);
}
RADDLE_DEVICE_API cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned int = 0) {
  return __raddle::request(kRaddleRecordEvent, event, stream);
}
RADDLE_DEVICE_API cudaError_t cudaEventDestroy(cudaEvent_t event) {
  return __raddle::request(kRaddleDestroyEvent, event);
}

// Graphs.
RADDLE_DEVICE_API cudaError_t cudaGraphLaunch(cudaGraphExec_t graphExec, cudaStream_t stream) {
  return __raddle::request(kRaddleLaunchGraph, graphExec, stream);
}
RADDLE_DEVICE_API cudaGraphExec_t cudaGetCurrentGraphExec() {
  return reinterpret_cast<cudaGraphExec_t>(__raddle::ask(kRaddleCurrentGraph));
}
RADDLE_DEVICE_API void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned int value) {
  __raddle::ask(kRaddleSetCondition, handle, value);
}

// Changes of kernel nodes, which hold from the node's next turn on.
RADDLE_DEVICE_API cudaError_t cudaGraphKernelNodeSetEnabled(cudaGraphDeviceNode_t node, bool enable) {
  return __raddle::request(kRaddleEnableKernelNode, node, enable ? 1u : 0u);
}
RADDLE_DEVICE_API cudaError_t cudaGraphKernelNodeSetGridDim(cudaGraphDeviceNode_t node, dim3 gridDim) {
  return __raddle::request(kRaddleSetKernelNodeGrid, node,
                           gridDim.x | static_cast<unsigned long long>(gridDim.y) << 32, gridDim.z);
}
RADDLE_DEVICE_API cudaError_t cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const void *value,
                                                          size_t size) {
  return __raddle::request(kRaddleSetKernelNodeParameter, node, offset, value, size);
}
template <typename T>
__attribute__((device, always_inline, nodebug)) inline cudaError_t
cudaGraphKernelNodeSetParam(cudaGraphDeviceNode_t node, size_t offset, const T &value) {
  return cudaGraphKernelNodeSetParam(node, offset, &value, sizeof value);
}
// Up to the first one that fails.
RADDLE_DEVICE_API cudaError_t cudaGraphKernelNodeUpdatesApply(const cudaGraphKernelNodeUpdate *updates,
                                                              size_t updateCount) {
  for (size_t i = 0; i < updateCount; ++i) {
    const auto &data = updates[i].updateData;
    cudaError_t error = cudaErrorInvalidValue;
    if (updates[i].field == cudaGraphKernelNodeFieldGridDim)
      error = cudaGraphKernelNodeSetGridDim(updates[i].node, data.gridDim);
    else if (updates[i].field == cudaGraphKernelNodeFieldParam)
      error = cudaGraphKernelNodeSetParam(updates[i].node, data.param.offset, data.param.pValue, data.param.size);
    else if (updates[i].field == cudaGraphKernelNodeFieldEnabled)
      error = cudaGraphKernelNodeSetEnabled(updates[i].node, data.isEnabled != 0);
    if (error != cudaSuccess)
      return error;
  }
  return cudaSuccess;
}

// The calling thread copies and fills, before it goes on, what nothing in the stream has to come before.
RADDLE_DEVICE_API cudaError_t cudaMemcpyAsync(void *dst, const void *src, size_t count, cudaMemcpyKind,
                                              cudaStream_t stream = 0) {
  if (__raddle::ask(kRaddleStreamIsBusy, stream))
    return __raddle::request(kRaddleCopy, stream, dst, src, count);
  memcpy(dst, src, count);
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaMemcpy2DAsync(void *dst, size_t dpitch, const void *src, size_t spitch,
                                                size_t width, size_t height, cudaMemcpyKind,
                                                cudaStream_t stream = 0) {
  if (__raddle::ask(kRaddleStreamIsBusy, stream))
    return __raddle::request(kRaddleCopyRows, stream, dst, dpitch, src, spitch, width, height);
  for (size_t row = 0; row < height; ++row)
    memcpy(static_cast<char *>(dst) + row * dpitch, static_cast<const char *>(src) + row * spitch, width);
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaMemsetAsync(void *devPtr, int value, size_t count, cudaStream_t stream = 0) {
  if (__raddle::ask(kRaddleStreamIsBusy, stream))
    return __raddle::request(kRaddleFill, stream, devPtr, static_cast<unsigned>(value), count);
  memset(devPtr, value, count);
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaMemset2DAsync(void *devPtr, size_t pitch, int value, size_t width,
                                                size_t height, cudaStream_t stream = 0) {
  if (__raddle::ask(kRaddleStreamIsBusy, stream))
    return __raddle::request(kRaddleFillRows, stream, devPtr, pitch, static_cast<unsigned>(value), width, height);
  for (size_t row = 0; row < height; ++row)
    memset(static_cast<char *>(devPtr) + row * pitch, value, width);
  return cudaSuccess;
}

// One slice after the other. There are no arrays in device code.
RADDLE_DEVICE_API cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream = 0) {
  if (!p || p->srcArray || p->dstArray)
    return cudaErrorInvalidValue;
  const auto row = [](const cudaPitchedPtr &memory, const cudaPos &at, size_t slice) {
    return static_cast<char *>(memory.ptr) + ((at.z + slice) * memory.ysize + at.y) * memory.pitch + at.x;
  };
  cudaError_t error = cudaSuccess;
  for (size_t slice = 0; slice < p->extent.depth && error == cudaSuccess; ++slice)
    error = cudaMemcpy2DAsync(row(p->dstPtr, p->dstPos, slice), p->dstPtr.pitch, row(p->srcPtr, p->srcPos, slice),
                              p->srcPtr.pitch, p->extent.width, p->extent.height, p->kind, stream);
  return error;
}

RADDLE_DEVICE_API cudaError_t cudaMemset3DAsync(cudaPitchedPtr pitchedDevPtr, int value, cudaExtent extent,
                                                cudaStream_t stream = 0) {
  cudaError_t error = cudaSuccess;
  for (size_t slice = 0; slice < extent.depth && error == cudaSuccess; ++slice)
    error = cudaMemset2DAsync(static_cast<char *>(pitchedDevPtr.ptr) + slice * pitchedDevPtr.ysize * pitchedDevPtr.pitch,
                              pitchedDevPtr.pitch, value, extent.width, extent.height, stream);
  return error;
}

#undef RADDLE_DEVICE_API

// A launch starts when those before it in its stream are done, whatever its attributes allow.
RADDLE_DEVICE void cudaGridDependencySynchronize() {}
RADDLE_DEVICE void cudaTriggerProgrammaticLaunchCompletion() {}

#endif
