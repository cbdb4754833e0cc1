// What the host has for the values of a warp.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_VECTOR_REGISTERS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_VECTOR_REGISTERS_H

#include "vectorize/processor.h"

namespace raddle::vectorize {

struct VectorRegisters {
  unsigned count = 32;
  unsigned bits = 128;
  bool in_halves = false; // an operation takes one half after the other, a load both at once

  static VectorRegisters of(const llvm::TargetMachine &machine) {
    if (machine.getTargetTriple().getArch() != llvm::Triple::x86_64)
      return {};
    if (hasFeature(machine, "avx512f"))
      return {32, 512, Processor::of(machine).halves_vectors};
    return {16, hasFeature(machine, "avx") ? 256u : 128u};
  }

  /// How many a value of this type needs, once for each lane of a warp.
  unsigned neededFor(llvm::Type *type, const llvm::DataLayout &layout) const {
    return static_cast<unsigned>(
        llvm::divideCeil(layout.getTypeSizeInBits(type).getFixedValue() * kRaddleWarpSize, bits));
  }
};

} // namespace raddle::vectorize

#endif
