// The machine that kernels are compiled for.
#ifndef RADDLE_JIT_COMPILER_HOST_TARGET_H
#define RADDLE_JIT_COMPILER_HOST_TARGET_H

#include "base/result.h"

#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>
#include <vector>

namespace raddle::jit {

/// By default this one.
struct Machine {
  std::string triple;    // of another kind, e.g. "aarch64-linux-gnu"; empty: this kind
  std::string processor; // LLVM's name of the one that code shall suit, e.g. "znver4"; empty: this one
  // Folders with libraddle.so and the system's libraries, of a machine of another kind. Without any, what kernels
  // call is not looked for.
  std::vector<std::string> libraries;
  bool is_run =
      true; // what is compiled; else it is only looked at, and RADDLE_ISA may name what this processor lacks

  bool isOfThisKind() const { return triple.empty(); }
};

/// Position-independent code for `machine`. RADDLE_ISA leaves out instructions that the processor has: "avx512",
/// "avx2" or "sse4.2" (x86-64-v4, v3, v2), "neon" (what every AArch64 has). An error when there is no such name, or the
/// processor lacks them although it is to run them. Of machines of another kind only what all of them have is used.
Result<std::unique_ptr<llvm::TargetMachine>> createTarget(const Machine &machine, bool debug);

} // namespace raddle::jit

#endif
