// Occupancy of kernels; the model is src/occupancy.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"
#include "api/cudart/launches/kernel_queries.h"
#include "host/requests/kernel_limits.h"
#include "occupancy/search.h"

using namespace raddle::cudart;
using raddle::host::Kernel;
namespace occupancy = raddle::occupancy;

namespace {

bool isKnownFlag(unsigned flags) {
  return flags == cudaOccupancyDefault || flags == cudaOccupancyDisableCachingOverride;
}

} // namespace

bool raddle::cudart::mayAskForResidentBlocks(const int *blocks, int block_threads, unsigned flags) {
  return blocks && block_threads > 0 && isKnownFlag(flags);
}

int raddle::cudart::residentBlocks(const Context &context, const Kernel &kernel, int block_threads,
                                   std::size_t dynamic_shared) {
  return static_cast<int>(occupancy::blocksPerMultiprocessor(context.device.architecture(),
                                                             resourcesOf(context, kernel),
                                                             static_cast<unsigned>(block_threads), dynamic_shared));
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function,
                                                                   int block_threads, size_t dynamic_shared,
                                                                   unsigned int flags) {
  return onDevice([=](const Context &context) {
    if (!mayAskForResidentBlocks(blocks, block_threads, flags))
      return cudaErrorInvalidValue;
    Kernel *kernel = nullptr;
    if (Status status =
            modules().findKernel(function, context.target(), &kernel, static_cast<unsigned>(block_threads)))
      return errorOf(status);
    *blocks = residentBlocks(context, *kernel, block_threads, dynamic_shared);
    return cudaSuccess;
  });
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function,
                                                          int block_threads, size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, block_threads,
                                                                dynamic_shared, cudaOccupancyDefault);
}

cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t *bytes, const void *function, int blocks,
                                                      int block_threads) {
  return onDevice([=](const Context &context) {
    if (!bytes || blocks <= 0 || block_threads <= 0)
      return cudaErrorInvalidValue;
    Kernel *kernel = nullptr;
    if (Status status =
            modules().findKernel(function, context.target(), &kernel, static_cast<unsigned>(block_threads)))
      return errorOf(status);
    *bytes = occupancy::availableDynamicShared(context.device.architecture(), resourcesOf(context, *kernel),
                                               static_cast<unsigned>(blocks),
                                               static_cast<unsigned>(block_threads));
    return cudaSuccess;
  });
}

cudaError_t raddleOccupancyMaxPotentialBlockSize(int *grid, int *block_threads, const void *function,
                                                 size_t (*shared_of_size)(int, void *),
                                                 void *context_of_shared, int limit, unsigned int flags) {
  return onDevice([=](const Context &context) {
    if (!grid || !block_threads || !function || !isKnownFlag(flags))
      return cudaErrorInvalidValue;
    Kernel *kernel = nullptr;
    if (Status status = modules().findKernel(function, context.target(), &kernel))
      return errorOf(status);
    occupancy::BlockSizeChoice choice = occupancy::bestBlockSize(
        context.device.architecture(), resourcesOf(context, *kernel),
        [=](unsigned threads) { return shared_of_size(static_cast<int>(threads), context_of_shared); },
        limit > 0 ? static_cast<unsigned>(limit) : 0);
    *block_threads = static_cast<int>(choice.threads);
    *grid = static_cast<int>(choice.blocks_per_sm * context.device.multiprocessors());
    return cudaSuccess;
  });
}
