// What a kernel's source and raddlecc's command line promise of its launches and prescribe of its registers.
#ifndef RADDLE_NVVM_KERNEL_BOUNDS_H
#define RADDLE_NVVM_KERNEL_BOUNDS_H

#include <cstdint>
#include <llvm/IR/Function.h>

namespace raddle::nvvm {

/// All 0 when absent.
struct KernelBounds {
  std::uint32_t max_threads = 0;   // of __launch_bounds__, per block
  std::uint32_t min_blocks = 0;    // of __launch_bounds__, per multiprocessor
  std::uint32_t max_registers = 0; // per thread
};

/// __maxnreg__ precedes __launch_bounds__, and that precedes -maxrregcount, as with nvcc.
KernelBounds boundsOf(const llvm::Function &kernel);

} // namespace raddle::nvvm

#endif
