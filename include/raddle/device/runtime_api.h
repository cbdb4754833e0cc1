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

RADDLE_DEVICE_API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, const void *) {
  return cudaErrorInvalidDeviceFunction;
}

RADDLE_DEVICE_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int,
                                                                            size_t) {
  return cudaErrorInvalidDeviceFunction;
}

RADDLE_DEVICE_API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, const void *, int,
                                                                                     size_t, unsigned int) {
  return cudaErrorInvalidDeviceFunction;
}

#undef RADDLE_DEVICE_API

// By their C++ types, as in raddle/templates.
template <typename T> RADDLE_DEVICE cudaError_t cudaMalloc(T **devPtr, size_t size) {
  return ::cudaMalloc(reinterpret_cast<void **>(devPtr), size);
}

template <typename T> RADDLE_DEVICE cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, T *) {
  return cudaErrorInvalidDeviceFunction;
}

template <typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, T, int, size_t) {
  return cudaErrorInvalidDeviceFunction;
}

template <typename T>
RADDLE_DEVICE cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *, T, int, size_t,
                                                                                 unsigned int) {
  return cudaErrorInvalidDeviceFunction;
}

#endif
