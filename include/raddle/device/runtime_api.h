// The functions of the runtime API that device code may call as well. Clang takes these overloads there, and the
// API's own in host code, so that a __host__ __device__ function may call both.
//
// Their errors are returned, and not kept for cudaGetLastError().
#ifndef RADDLE_DEVICE_RUNTIME_API_H
#define RADDLE_DEVICE_RUNTIME_API_H

// The error in the upper half, the value in the lower one.
extern "C" {
__device__ unsigned long long raddle_device_attribute(int attribute,
                                                      int device) __asm__("__raddle_device_attribute");
__device__ unsigned long long
raddle_device_limit(int limit) __asm__("__raddle_device_limit"); // ~0: no such limit
__device__ int raddle_current_device() __asm__("__raddle_current_device");
__device__ int raddle_device_count() __asm__("__raddle_device_count");
}

// With bodies in the device library.
RADDLE_LIBRARY const char *cudaGetErrorName(cudaError_t error);
RADDLE_LIBRARY const char *cudaGetErrorString(cudaError_t error);

#include "raddle/device/device_launches.h"

#define RADDLE_DEVICE_API extern "C" __attribute__((device, always_inline, nodebug)) inline

RADDLE_DEVICE_API cudaError_t cudaGetDevice(int *device) {
  *device = raddle_current_device();
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaGetDeviceCount(int *count) {
  *count = raddle_device_count();
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attr, int device) {
  unsigned long long answer = raddle_device_attribute(attr, device);
  cudaError_t error = static_cast<cudaError_t>(answer >> 32);
  if (error == cudaSuccess)
    *value = static_cast<int>(answer);
  return error;
}

RADDLE_DEVICE_API cudaError_t cudaDeviceGetLimit(size_t *pValue, cudaLimit limit) {
  unsigned long long answer = raddle_device_limit(limit);
  if (answer == ~0ull)
    return cudaErrorUnsupportedLimit;
  *pValue = answer;
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *pCacheConfig) {
  *pCacheConfig = cudaFuncCachePreferNone;
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *pConfig) {
  *pConfig = cudaSharedMemBankSizeFourByte;
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaRuntimeGetVersion(int *runtimeVersion) {
  *runtimeVersion = CUDART_VERSION;
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaMalloc(void **devPtr, size_t size) {
  *devPtr = malloc(size);
  return *devPtr ? cudaSuccess : cudaErrorMemoryAllocation;
}

RADDLE_DEVICE_API cudaError_t cudaFree(void *devPtr) {
  free(devPtr);
  return cudaSuccess;
}

RADDLE_DEVICE_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, const void *func) {
  return __raddle::request(kRaddleKernelAttributes, attr, func);
}

RADDLE_DEVICE_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, const void *func,
                                                                                     int blockSize,
                                                                                     size_t dynamicSmemSize,
                                                                                     unsigned int flags) {
  return __raddle::request(kRaddleResidentBlocks, numBlocks, func, static_cast<unsigned>(blockSize), dynamicSmemSize,
                           flags);
}

RADDLE_DEVICE_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, const void *func,
                                                                            int blockSize, size_t dynamicSmemSize) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, func, blockSize, dynamicSmemSize,
                                                                cudaOccupancyDefault);
}

#undef RADDLE_DEVICE_API

// By their C++ types, as in raddle/templates.
template <typename T> RADDLE_DEVICE cudaError_t cudaMalloc(T **devPtr, size_t size) {
  return ::cudaMalloc(reinterpret_cast<void **>(devPtr), size);
}

template <typename T> RADDLE_DEVICE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attr, T *func) {
  return ::cudaFuncGetAttributes(attr, reinterpret_cast<const void *>(func));
}

template <typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func, int blockSize,
                                                                        size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, reinterpret_cast<const void *>(func), blockSize,
                                                         dynamicSMemSize);
}

template <typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func,
                                                                                 int blockSize,
                                                                                 size_t dynamicSMemSize,
                                                                                 unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, reinterpret_cast<const void *>(func),
                                                                  blockSize, dynamicSMemSize, flags);
}

// The largest block with which most threads are resident.
template <typename UnaryFunction, typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
    int *minGridSize, int *blockSize, T func, UnaryFunction blockSizeToDynamicSMemSize, int blockSizeLimit = 0,
    unsigned int flags = 0) {
  constexpr int kWarp = 32;
  if (!minGridSize || !blockSize)
    return cudaErrorInvalidValue;
  cudaFuncAttributes attributes;
  if (const cudaError_t error = ::cudaFuncGetAttributes(&attributes, func))
    return error;
  int multiprocessors = 0, most = attributes.maxThreadsPerBlock, most_resident = 0;
  ::cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, raddle_current_device());
  if (blockSizeLimit > 0 && blockSizeLimit < most)
    most = blockSizeLimit;
  for (int threads = most; threads > 0; threads = (threads - 1) / kWarp * kWarp) {
    int blocks = 0;
    if (const cudaError_t error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
            &blocks, func, threads, blockSizeToDynamicSMemSize(threads), flags))
      return error;
    if (blocks * threads <= most_resident)
      continue;
    most_resident = blocks * threads;
    *blockSize = threads;
    *minGridSize = blocks * multiprocessors;
  }
  return cudaSuccess;
}

template <typename UnaryFunction, typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T func,
                                                                         UnaryFunction blockSizeToDynamicSMemSize,
                                                                         int blockSizeLimit = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit, cudaOccupancyDefault);
}

template <typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                                                      size_t dynamicSMemSize = 0,
                                                                      int blockSizeLimit = 0,
                                                                      unsigned int flags = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, [=](int) { return dynamicSMemSize; }, blockSizeLimit, flags);
}

template <typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                                             size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return ::cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize, blockSizeLimit,
                                                       cudaOccupancyDefault);
}

#endif
