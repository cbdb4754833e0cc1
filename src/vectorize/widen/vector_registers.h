// What the host has for the values of a warp.
#ifndef RADDLE_VECTORIZE_WIDEN_VECTOR_REGISTERS_H
#define RADDLE_VECTORIZE_WIDEN_VECTOR_REGISTERS_H

#include "abi/kernel_abi.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/Support/MathExtras.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::vectorize {

struct VectorRegisters {
  unsigned count = 32;
  unsigned bits = 128;

  static VectorRegisters of(const llvm::TargetMachine &target) {
    if (target.getTargetTriple().getArch() != llvm::Triple::x86_64)
      return {};
    const auto features = llvm::split(target.getTargetFeatureString(), ',');
    if (llvm::is_contained(features, "+avx512f"))
      return {32, 512};
    return {16, llvm::is_contained(features, "+avx") ? 256u : 128u};
  }

  /// How many a value of this type needs, once for each lane of a warp.
  unsigned neededFor(llvm::Type *type, const llvm::DataLayout &layout) const {
    return static_cast<unsigned>(
        llvm::divideCeil(layout.getTypeSizeInBits(type).getFixedValue() * kRaddleWarpSize, bits));
  }
};

} // namespace raddle::vectorize

#endif
