// The machine that kernels are compiled for.
#ifndef RADDLE_JIT_COMPILER_HOST_TARGET_H
#define RADDLE_JIT_COMPILER_HOST_TARGET_H

#include "base/result.h"

#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

namespace raddle::jit {

/// This machine, position-independent code. RADDLE_ISA leaves out instructions that the processor has: "avx512",
/// "avx2" or "sse4.2" (x86-64-v4, v3, v2). An error when there is no such name, or the processor lacks them.
/// With `processor`, LLVM's name of one ("znver4"), the code suits that one.
Result<std::unique_ptr<llvm::TargetMachine>> createHostTarget(bool debug, const std::string &processor = {});

} // namespace raddle::jit

#endif
