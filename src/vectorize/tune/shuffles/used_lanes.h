// Which lanes of the vectors of a warp something uses.

#ifndef RADDLE_VECTORIZE_TUNE_SHUFFLES_USED_LANES_H
#define RADDLE_VECTORIZE_TUNE_SHUFFLES_USED_LANES_H

#include "vectorize/llvm.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace raddle::vectorize {

// A bit for each lane.
using LaneSet = std::uint32_t;

// Whether vectors of a type have an element for each lane.
bool isOfLanes(const llvm::Type *type);

// The lane that an instruction takes out of a vector of lanes, if it is known.
std::optional<unsigned> takenLane(const llvm::Instruction &instruction);

// A shuffle of vectors of lanes, or null.
llvm::ShuffleVectorInst *asShuffle(llvm::Instruction &instruction);

// Which lanes of its two operands a shuffle needs for some of its result.
std::pair<LaneSet, LaneSet> sourcesOf(const llvm::ShuffleVectorInst &shuffle, LaneSet lanes);

class UsedLanes {
public:
  explicit UsedLanes(llvm::Function &function);

  // The lanes of an instruction that something uses. Where narrower vectors would be no shorter, or would be padded, these are
  // all lanes.
  LaneSet of(const llvm::Instruction &instruction) const {
    return used_.lookup(const_cast<llvm::Instruction *>(&instruction));
  }
  unsigned count(const llvm::Instruction &instruction) const;
  llvm::SmallVector<unsigned, 32> list(const llvm::Instruction &instruction) const;

  // Whether fewer lanes could be computed.
  bool mayBeNarrowed(llvm::Instruction &instruction) const;

private:
  using Work = llvm::SmallVector<llvm::Instruction *, 64>;

  void use(llvm::Instruction &user, Work &work);
  void raise(llvm::Value *operand, LaneSet lanes, Work &work);

  llvm::MapVector<llvm::Instruction *, LaneSet> used_;
};

} // namespace raddle::vectorize

#endif
