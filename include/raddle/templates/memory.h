// Allocation into typed pointers.
#ifndef RADDLE_TEMPLATES_MEMORY_H
#define RADDLE_TEMPLATES_MEMORY_H

// Reports name the line of the program that has allocated an array, which is where the function of the library returns to.
#ifdef __clang__
#define __RADDLE_FORWARDING__ __attribute__((always_inline, nodebug)) inline
#else
#define __RADDLE_FORWARDING__ __attribute__((always_inline)) inline
#endif

template <typename T> __RADDLE_FORWARDING__ cudaError_t cudaMalloc(T **devPtr, size_t size) {
  return ::cudaMalloc((void **)devPtr, size);
}

__RADDLE_FORWARDING__ cudaError_t cudaMallocHost(void **ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc(ptr, size, flags);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaMallocHost(T **ptr, size_t size, unsigned int flags = 0) {
  return ::cudaHostAlloc((void **)ptr, size, flags);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaHostAlloc(T **ptr, size_t size, unsigned int flags) {
  return ::cudaHostAlloc((void **)ptr, size, flags);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaMallocManaged(T **devPtr, size_t size,
                                                    unsigned int flags = cudaMemAttachGlobal) {
  return ::cudaMallocManaged((void **)devPtr, size, flags);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaMallocPitch(T **devPtr, size_t *pitch, size_t width, size_t height) {
  return ::cudaMallocPitch((void **)devPtr, pitch, width, height);
}

template <typename T>
inline cudaError_t cudaHostGetDevicePointer(T **pDevice, void *pHost, unsigned int flags) {
  return ::cudaHostGetDevicePointer((void **)pDevice, pHost, flags);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaStream_t stream) {
  return ::cudaMallocAsync((void **)ptr, size, stream);
}

__RADDLE_FORWARDING__ cudaError_t cudaMallocAsync(void **ptr, size_t size, cudaMemPool_t memPool,
                                                  cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync(ptr, size, memPool, stream);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaMallocAsync(T **ptr, size_t size, cudaMemPool_t memPool,
                                                  cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)ptr, size, memPool, stream);
}

template <typename T>
__RADDLE_FORWARDING__ cudaError_t cudaMallocFromPoolAsync(T **ptr, size_t size, cudaMemPool_t memPool,
                                                          cudaStream_t stream) {
  return ::cudaMallocFromPoolAsync((void **)ptr, size, memPool, stream);
}

template <typename T>
inline cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, T *devPtr, size_t length = 0,
                                            unsigned int flags = cudaMemAttachSingle) {
  return ::cudaStreamAttachMemAsync(stream, (void *)devPtr, length, flags);
}

template <typename T>
inline cudaError_t cudaMemAdvise(T *devPtr, size_t count, cudaMemoryAdvise advice, cudaMemLocation location) {
  return ::cudaMemAdvise_v2((const void *)devPtr, count, advice, location);
}

template <typename T>
inline cudaError_t cudaMemPrefetchAsync(T *devPtr, size_t count, cudaMemLocation location, unsigned int flags,
                                        cudaStream_t stream = 0) {
  return ::cudaMemPrefetchAsync_v2((const void *)devPtr, count, location, flags, stream);
}

#undef __RADDLE_FORWARDING__

#endif
