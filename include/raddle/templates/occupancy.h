// Occupancy of kernels by their C++ types, and the search for a good block size.
#ifndef RADDLE_TEMPLATES_OCCUPANCY_H
#define RADDLE_TEMPLATES_OCCUPANCY_H

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *numBlocks, T func, int blockSize,
                                                                 size_t dynamicSMemSize) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessor(numBlocks, (const void *)func, blockSize,
                                                         dynamicSMemSize);
}

template <typename T>
inline cudaError_t
cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *numBlocks, T func, int blockSize,
                                                       size_t dynamicSMemSize, unsigned int flags) {
  return ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(numBlocks, (const void *)func, blockSize,
                                                                  dynamicSMemSize, flags);
}

template <typename T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *dynamicSmemSize, T *func, int numBlocks,
                                                             int blockSize) {
  return ::cudaOccupancyAvailableDynamicSMemPerBlock(dynamicSmemSize, (const void *)func, numBlocks,
                                                     blockSize);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialClusterSize(int *clusterSize, T *func,
                                                        const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxPotentialClusterSize(clusterSize, (const void *)func, config);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxActiveClusters(int *numClusters, T *func,
                                                  const cudaLaunchConfig_t *config) {
  return ::cudaOccupancyMaxActiveClusters(numClusters, (const void *)func, config);
}

namespace raddle_occupancy {

// What the search needs to know about the current device and the kernel.
struct Limits {
  int multiprocessors;
  int warp_size;
  int threads_per_multiprocessor;
  int threads_per_block; // the device's or the kernel's, whichever is less
};

inline cudaError_t query(Limits *limits, const void *func) {
  int device = 0;
  int device_threads_per_block = 0;
  cudaFuncAttributes attributes;
  cudaError_t error = ::cudaGetDevice(&device);
  if (error == cudaSuccess)
    error = ::cudaDeviceGetAttribute(&limits->multiprocessors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = ::cudaDeviceGetAttribute(&limits->warp_size, cudaDevAttrWarpSize, device);
  if (error == cudaSuccess)
    error = ::cudaDeviceGetAttribute(&limits->threads_per_multiprocessor,
                                     cudaDevAttrMaxThreadsPerMultiProcessor, device);
  if (error == cudaSuccess)
    error = ::cudaDeviceGetAttribute(&device_threads_per_block, cudaDevAttrMaxThreadsPerBlock, device);
  if (error == cudaSuccess)
    error = ::cudaFuncGetAttributes(&attributes, func);
  if (error != cudaSuccess)
    return error;
  limits->threads_per_block = attributes.maxThreadsPerBlock < device_threads_per_block
                                  ? attributes.maxThreadsPerBlock
                                  : device_threads_per_block;
  return cudaSuccess;
}

struct ConstantSharedMemory {
  size_t bytes;
  size_t operator()(int) const { return bytes; }
};

} // namespace raddle_occupancy

/// Finds the block size that keeps the most threads resident, the largest one of several, and the smallest
/// grid that fills the device with such blocks. `blockSizeToDynamicSMemSize` maps a block size to bytes of
/// dynamic shared memory. A `blockSizeLimit` of 0 means none.
template <typename UnaryFunction, typename T>
inline cudaError_t
cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(int *minGridSize, int *blockSize, T func,
                                                        UnaryFunction blockSizeToDynamicSMemSize,
                                                        int blockSizeLimit = 0, unsigned int flags = 0) {
  if (!minGridSize || !blockSize || !func)
    return cudaErrorInvalidValue;
  raddle_occupancy::Limits limits;
  const cudaError_t error = raddle_occupancy::query(&limits, (const void *)func);
  if (error != cudaSuccess)
    return error;

  int upper = limits.threads_per_block;
  if (blockSizeLimit > 0 && blockSizeLimit < upper)
    upper = blockSizeLimit;

  int most_threads = 0;
  // From the largest size down, through the multiples of a warp.
  for (int size = upper; size > 0; size = (size - 1) / limits.warp_size * limits.warp_size) {
    int blocks = 0;
    const cudaError_t occupancy_error = ::cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
        &blocks, (const void *)func, size, blockSizeToDynamicSMemSize(size), flags);
    if (occupancy_error != cudaSuccess)
      return occupancy_error;
    if (blocks * size > most_threads) {
      most_threads = blocks * size;
      *blockSize = size;
      *minGridSize = blocks * limits.multiprocessors;
    }
    if (most_threads == limits.threads_per_multiprocessor)
      break;
  }
  return cudaSuccess;
}

template <typename UnaryFunction, typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int *minGridSize, int *blockSize, T func,
                                                                  UnaryFunction blockSizeToDynamicSMemSize,
                                                                  int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(
      minGridSize, blockSize, func, blockSizeToDynamicSMemSize, blockSizeLimit, cudaOccupancyDefault);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeWithFlags(int *minGridSize, int *blockSize, T func,
                                                               size_t dynamicSMemSize = 0,
                                                               int blockSizeLimit = 0,
                                                               unsigned int flags = 0) {
  const raddle_occupancy::ConstantSharedMemory shared = {dynamicSMemSize};
  return cudaOccupancyMaxPotentialBlockSizeVariableSMemWithFlags(minGridSize, blockSize, func, shared,
                                                                 blockSizeLimit, flags);
}

template <typename T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int *minGridSize, int *blockSize, T func,
                                                      size_t dynamicSMemSize = 0, int blockSizeLimit = 0) {
  return cudaOccupancyMaxPotentialBlockSizeWithFlags(minGridSize, blockSize, func, dynamicSMemSize,
                                                     blockSizeLimit, cudaOccupancyDefault);
}

#endif
