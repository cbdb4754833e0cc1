// A kernel that the processor runs.
#ifndef RADDLE_RUNTIME_BLOCK_CPU_FUNCTION_H
#define RADDLE_RUNTIME_BLOCK_CPU_FUNCTION_H

#include "backend/function.h"

#include <functional>

namespace raddle::runtime {

struct CpuFunction : backend::Function {
  explicit CpuFunction(const RaddleKernel &of)
      : Function{of.name,
                 {of.parameters, of.parameter_count},
                 of.parameter_bytes,
                 of.static_shared_bytes,
                 of.local_bytes,
                 of.constant_bytes,
                 of.max_threads_per_block,
                 of.min_blocks_per_sm,
                 of.max_registers,
                 of.cluster_dim,
                 (of.flags & kRaddleKernelNeedsCluster) != 0,
                 (of.flags & kRaddleKernelPrints) != 0,
                 {of.multiples, of.multiple_count}},
        kernel(of) {}

  const RaddleKernel &kernel;
  /// Its code for single threads, to tell which thread faulted; null, or nothing to call, where there is none.
  std::function<const CpuFunction *()> for_single_threads;
};

} // namespace raddle::runtime

#endif
