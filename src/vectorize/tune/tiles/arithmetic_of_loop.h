// Whether a loop over what a warp reads computes long enough to hide other work in it.
#ifndef RADDLE_VECTORIZE_TUNE_TILES_ARITHMETIC_OF_LOOP_H
#define RADDLE_VECTORIZE_TUNE_TILES_ARITHMETIC_OF_LOOP_H

#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/IntrinsicInst.h>

#include <cstdint>

namespace raddle::vectorize {

/// An iteration with fewer operations on 512 bits than these has no room for a copy or a prefetch.
inline constexpr unsigned kLeastArithmetic = 8;
/// Where a warp computes for more iterations than this for each cache line that it copies or loads, that takes little
/// time anyway.
inline constexpr unsigned kMostIterationsPerLine = 4;

/// Operations on 512 bits in the body of a loop.
inline unsigned arithmeticOf(const llvm::BasicBlock &body) {
  std::uint64_t bits = 0;
  for (const llvm::Instruction &instruction : body)
    if (llvm::isa<llvm::BinaryOperator, llvm::IntrinsicInst>(instruction) &&
        !instruction.mayReadOrWriteMemory())
      if (auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(instruction.getType()))
        bits += vector->getPrimitiveSizeInBits().getFixedValue();
  return static_cast<unsigned>(bits / 512);
}

} // namespace raddle::vectorize

#endif
