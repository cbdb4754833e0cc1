// What a loop over vectors waits for: its own results, or the processor's units.
#ifndef RADDLE_VECTORIZE_TUNE_WARPS_LOOP_LATENCY_H
#define RADDLE_VECTORIZE_TUNE_WARPS_LOOP_LATENCY_H

#include "vectorize/widen/plan/vector_registers.h"

#include <llvm/Analysis/LoopInfo.h>

namespace raddle::vectorize {

/// Of an instruction, on typical x86 processors of today.
struct OperationCost {
  double latency = 0;    // cycles until the result is there
  double busy = 0;       // cycles of all vector units
  double dividing = 0;   // cycles of the divider
  double operations = 0; // in how many pieces the processor does it
};
OperationCost costOf(const llvm::Instruction &instruction, VectorRegisters registers);

/// How many vector registers a value of the type takes, or 0.
unsigned registersOf(const llvm::Type &type, VectorRegisters registers);

/// Estimates for one iteration of an innermost loop, in cycles.
struct LoopTiming {
  double latency = 0; // from one iteration to the next, through what it hands on
  double busy = 0;    // of the vector units

  static LoopTiming of(const llvm::Loop &loop, const llvm::LoopInfo &loops, VectorRegisters registers);
};

/// Vector registers that hold values all through the loop.
unsigned registersAliveIn(const llvm::Loop &loop, VectorRegisters registers);

} // namespace raddle::vectorize

#endif
