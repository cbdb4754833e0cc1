#include "vectorize/block/fibers.h"
#include "vectorize/function_passes.h"
#include "vectorize/passes.h"

using namespace llvm;

namespace raddle::vectorize {

// In larger kernels warps are not interleaved (interleave_warps.cpp), and promoting variables would take longer than it helps.
static constexpr unsigned kMostInstructions = 1000;

bool promoteKernelVariables(Function &kernel, const Facts &facts) {
  return !facts.loops_over_warps && kernel.getInstructionCount() < kMostInstructions &&
         !needsFibers(*kernel.getParent(), facts) && promoteVariables(kernel);
}

} // namespace raddle::vectorize
