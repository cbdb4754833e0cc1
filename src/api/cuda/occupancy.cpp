// Occupancy of kernels.
#include "cuda.h"

#include "api/cuda/runtime.h"

using namespace raddle::cuda;

namespace {

struct SharedOfSize {
  CUoccupancyB2DSize function;
  std::size_t bytes;
};

std::size_t sharedOf(int threads, void *rule) {
  const auto &[function, bytes] = *static_cast<const SharedOfSize *>(rule);
  return function ? function(threads) : bytes;
}

// The driver's description of a launch as the runtime's, with which it shares the attributes.
cudaLaunchConfig_t runtimeConfig(const CUlaunchConfig &config) {
  cudaLaunchConfig_t result = {};
  result.gridDim = {config.gridDimX, config.gridDimY, config.gridDimZ};
  result.blockDim = {config.blockDimX, config.blockDimY, config.blockDimZ};
  result.dynamicSmemBytes = config.sharedMemBytes;
  result.stream = config.hStream;
  result.attrs = sameLayout<cudaLaunchAttribute>(config.attrs);
  result.numAttrs = config.numAttrs;
  return result;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads,
                                                     size_t shared_bytes) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared_bytes,
                                                              CU_OCCUPANCY_DEFAULT);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction function, int threads,
                                                              size_t shared_bytes, unsigned flags) {
  return viaRuntime([=] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, stubOf(function), threads,
                                                                  shared_bytes, flags);
  });
}

CUresult cuOccupancyMaxPotentialBlockSize(int *blocks, int *threads, CUfunction function,
                                          CUoccupancyB2DSize shared_of_size, size_t shared_bytes, int limit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(blocks, threads, function, shared_of_size, shared_bytes,
                                                   limit, CU_OCCUPANCY_DEFAULT);
}

CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(int *blocks, int *threads, CUfunction function,
                                                   CUoccupancyB2DSize shared_of_size, size_t shared_bytes,
                                                   int limit, unsigned flags) {
  return viaRuntime([=] {
    SharedOfSize rule = {shared_of_size, shared_bytes};
    return raddleOccupancyMaxPotentialBlockSize(blocks, threads, stubOf(function), sharedOf, &rule, limit,
                                                flags);
  });
}

CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, CUfunction function, int blocks,
                                                 int threads) {
  return viaRuntime([=] {
    return cudaOccupancyAvailableDynamicSMemPerBlock(bytes, stubOf(function), blocks, threads);
  });
}

CUresult cuOccupancyMaxPotentialClusterSize(int *cluster, CUfunction function,
                                            const CUlaunchConfig *configuration) {
  return viaRuntime([=] {
    if (!configuration)
      return cudaErrorInvalidValue;
    const cudaLaunchConfig_t config = runtimeConfig(*configuration);
    return cudaOccupancyMaxPotentialClusterSize(cluster, stubOf(function), &config);
  });
}

CUresult cuOccupancyMaxActiveClusters(int *clusters, CUfunction function, const CUlaunchConfig *configuration) {
  return viaRuntime([=] {
    if (!configuration)
      return cudaErrorInvalidValue;
    const cudaLaunchConfig_t config = runtimeConfig(*configuration);
    return cudaOccupancyMaxActiveClusters(clusters, stubOf(function), &config);
  });
}

} // extern "C"
#pragma GCC visibility pop
