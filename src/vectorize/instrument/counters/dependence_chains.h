// What a warp waits for, one result after the other: the latency of a block of code, if nothing else ran on the GPU.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_DEPENDENCE_CHAINS_H
#define RADDLE_VECTORIZE_INSTRUMENT_DEPENDENCE_CHAINS_H

#include "vectorize/instrument/counters/loop_strides.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringRef.h>
#include <llvm/Analysis/LoopInfo.h>

#include <map>

namespace raddle::vectorize {

/// How many instructions of each class (instruction_classes.h) a dependence chain has.
using ChainMix = std::map<llvm::StringRef, unsigned>;

/// The longest chain of a block, each instruction of which needs the result of the one before. It is `serial`, unless the block
/// belongs to a loop whose iterations load independently of each other: then a GPU's compiler unrolls it, chains of
/// some iterations `overlap`, and serial is what an iteration needs of the one before.
struct BlockChains {
  ChainMix serial, overlapped;
  /// Instructions that only step from one iteration to the next, of a loop that overlaps: unrolled, it needs them once for some
  /// iterations.
  ChainMix steps;
  /// Instructions that a GPU does together with the one that uses their result: a shift or a product with a sum (LEA, IMAD), and of three
  /// sums or logical operations two (IADD3, LOP3).
  ChainMix fused;
};

class DependenceChains {
public:
  DependenceChains(const llvm::Function *kernel, const llvm::LoopInfo &loops, LoopStrides &strides)
      : kernel_(kernel), loops_(loops), strides_(strides) {}

  BlockChains of(const llvm::BasicBlock &block);

private:
  bool overlaps(const llvm::Loop &loop);
  bool findOverlaps(const llvm::Loop &loop) const;
  ChainMix longestChain(const llvm::BasicBlock &block) const;
  ChainMix recurrenceOf(const llvm::Loop &loop) const;
  ChainMix stepsOf(const llvm::BasicBlock &block, const llvm::Loop &loop) const;
  ChainMix fusedOf(const llvm::BasicBlock &block, const llvm::Loop *unrolled) const;

  const llvm::Function *kernel_;
  const llvm::LoopInfo &loops_;
  LoopStrides &strides_;
  llvm::DenseMap<const llvm::Loop *, bool> overlaps_;
};

} // namespace raddle::vectorize

#endif
