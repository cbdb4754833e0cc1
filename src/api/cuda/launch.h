// Requests of launches from what this API's functions are given.
#ifndef RADDLE_API_CUDA_LAUNCH_H
#define RADDLE_API_CUDA_LAUNCH_H

#include "api/cuda/call.h"
#include "host/requests/launch_attributes.h"

#include <cstddef>
#include <vector>

namespace raddle::cuda {

/// A kernel's parameters: a pointer to each, or all in one buffer (CU_LAUNCH_PARAM_BUFFER_POINTER).
class LaunchParameters {
public:
  /// CUDA_ERROR_INVALID_VALUE: both, or a buffer that is too small. Otherwise as finding the kernel.
  CUresult read(const Context &context, CUfunction function, unsigned block_threads, void **pointers,
                void **extra);
  /// As LaunchRequest has them. They lie in this object, or in what it has read.
  void **pointers() { return pointers_; }

private:
  CUresult readBuffer(const Context &context, CUfunction function, unsigned block_threads, void **extra);

  void **pointers_ = nullptr;
  std::vector<void *> into_buffer_;
};

} // namespace raddle::cuda

#endif
