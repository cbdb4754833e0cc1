// Estimates of how long operations on vectors take: they wait for their operands, or for the processor's units.
#ifndef RADDLE_VECTORIZE_TUNE_WARPS_LOOP_LATENCY_H
#define RADDLE_VECTORIZE_TUNE_WARPS_LOOP_LATENCY_H

#include "vectorize/widen/plan/vector_registers.h"

#include <algorithm>

namespace raddle::vectorize {

/// Code whose dependence chain takes at least this part of the time in which the vector units are busy leaves them idle in
/// between, so that the operations of another warp fit in.
inline constexpr double kIdlingRatio = 0.75;

/// Code of more instructions is not copied for several warps: it takes too long to compile.
inline constexpr unsigned kMostCopiedInstructions = 400;

/// What an instruction costs on typical x86 processors of today.
struct OperationCost {
  double latency = 0;    // cycles until the result is there
  double busy = 0;       // cycles of all vector units
  double dividing = 0;   // cycles of the divider
  double operations = 0; // the pieces in which the processor does it
};
OperationCost costOf(const llvm::Instruction &instruction, VectorRegisters registers);

/// How many vector registers a value of the type takes, or 0.
unsigned registersOf(const llvm::Type &type, VectorRegisters registers);

/// When the results of instructions are there, in cycles, if each waits for nothing but its operands.
class ReadyTimes {
public:
  double of(const llvm::Value *value) const { return ready_.lookup(value); }
  void set(const llvm::Value *value, double time) { ready_[value] = time; }
  /// To be called for an instruction after those of its operands; returns when its result is there.
  double add(const llvm::Instruction &instruction, double latency) {
    double start = 0;
    for (const llvm::Value *operand : instruction.operands())
      start = std::max(start, of(operand));
    return ready_[&instruction] = start + latency;
  }

private:
  llvm::DenseMap<const llvm::Value *, double> ready_;
};

/// The time that a piece of code takes which runs once, in cycles.
class ChainTiming {
public:
  /// To be called for all instructions in their order.
  void add(const llvm::Instruction &instruction, const OperationCost &cost) {
    latency_ = std::max(latency_, ready_.add(instruction, cost.latency));
    units_ += cost.busy;
    divider_ += cost.dividing;
    operations_ += cost.operations;
  }

  double latency() const { return latency_; } // of its longest dependence chain
  double busy() const { return std::max(units_, divider_); }
  double operations() const { return operations_; }

private:
  ReadyTimes ready_;
  double latency_ = 0, units_ = 0, divider_ = 0, operations_ = 0;
};

/// Estimates for one iteration of an innermost loop, in cycles.
struct LoopTiming {
  double latency = 0; // from one iteration to the next, through its phis
  double busy = 0;    // of the vector units

  static LoopTiming of(const llvm::Loop &loop, const llvm::LoopInfo &loops, VectorRegisters registers);
};

/// Vector registers that hold values all through the loop.
unsigned registersAliveIn(const llvm::Loop &loop, VectorRegisters registers);

} // namespace raddle::vectorize

#endif
