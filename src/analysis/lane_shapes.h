// How the values of a kernel differ between the lanes of one warp: a LaneShape for each.
//
// The analysis is optimistic: it starts from "unknown" and goes down until nothing changes. Where control
// diverges, phis at the reconvergence points become varying: LLVM's sync dependence analysis finds these blocks
// (Rosemann, Moll, Hack: An Abstract Interpretation for SPMD Divergence on Reducible Control Flow Graphs,
// POPL 2021).
#ifndef RADDLE_ANALYSIS_LANE_SHAPES_H
#define RADDLE_ANALYSIS_LANE_SHAPES_H

#include "abi/block_class.h"
#include "analysis/lane_shape.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace raddle::analysis {

/// How the parameters of a function and its result differ between the lanes that call it.
struct CallShapes {
  llvm::SmallVector<LaneShape, 1> parameters; // by number
  LaneShape result;
};
using ShapesOfCalls = llvm::DenseMap<const llvm::Function *, CallShapes>;

class LaneShapes {
public:
  /// `function` is in the form that vectorize/widen needs: its first argument is the warp's RaddleThread, and
  /// loops are simplified and in LCSSA form. Without `calls` it is a kernel, whose parameters are uniform;
  /// else its parameters, where it has an entry there, and the results of the functions it calls are what
  /// `calls` says.
  LaneShapes(llvm::Function &function, const BlockClass &block, const ShapesOfCalls *calls = nullptr);

  LaneShape of(const llvm::Value *value) const;
  bool isUniform(const llvm::Value *value) const { return of(value).isUniform(); }

  /// Whether lanes that leave this block together may go to different successors.
  bool branchDiverges(const llvm::BasicBlock *block) const { return diverging_.contains(block); }

  /// Whether lanes come to this block, which is an exit of a loop, from different iterations of it.
  bool isLeftAtDifferentTimes(const llvm::BasicBlock *exit) const {
    return left_at_different_times_.contains(exit);
  }

  /// What is known about the blocks that it is launched with.
  const BlockClass &block() const { return block_; }

private:
  friend class LaneShapeSolver;
  llvm::DenseMap<const llvm::Value *, LaneShape> shapes_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> diverging_;
  llvm::SmallPtrSet<const llvm::BasicBlock *, 8> left_at_different_times_;
  llvm::SmallVector<LaneShape, 1> parameters_; // empty: uniform
  BlockClass block_;
};

/// The distance from a lane's copy of a local variable to that of the next lane, in bytes: its size, or a little more, or
/// the width of its elements where those of one number lie in a row.
std::uint64_t distanceOfLanes(const llvm::AllocaInst &variable);
void setRowWidth(llvm::AllocaInst &array, std::uint64_t bytes_of_element);
bool isInterleaved(const llvm::AllocaInst &array);

/// The byte offset of a field of RaddleThread that `call` stands for, or -1 when it is another call.
std::int64_t threadFieldOffset(const llvm::CallInst &call);

/// The byte offset of the field of RaddleBlock, of the warp's block, that `load` reads, or -1.
std::int64_t blockFieldOffset(const llvm::LoadInst &load);

} // namespace raddle::analysis

#endif
