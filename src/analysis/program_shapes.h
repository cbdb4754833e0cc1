// The lane shapes of a kernel together with those of the functions it calls.
//
// What is known about a parameter is what is true at every call; what is known about a call's result is what
// is true of every return. Both are found together, from "unknown" downwards, until nothing changes. A
// function that is reached through pointers may be called with anything.
#ifndef RADDLE_ANALYSIS_PROGRAM_SHAPES_H
#define RADDLE_ANALYSIS_PROGRAM_SHAPES_H

#include "analysis/lane_shapes.h"

#include <llvm/ADT/ArrayRef.h>

#include <map>

namespace raddle::analysis {

class ProgramShapes {
public:
  /// `functions`: the kernel, then every function that it can reach.
  ProgramShapes(llvm::ArrayRef<llvm::Function *> functions, const BlockClass &block);

  const LaneShapes &of(const llvm::Function *function) const { return shapes_.at(function); }

  /// The parameters and results of all but the kernel.
  const ShapesOfCalls &calls() const { return calls_; }

private:
  void solve(llvm::SmallVector<llvm::Function *, 8> worklist);
  bool passArguments(const llvm::CallInst &call, const LaneShapes &caller);
  bool findResult(const llvm::Function &function);

  BlockClass block_;
  ShapesOfCalls calls_;
  std::map<const llvm::Function *, LaneShapes> shapes_;
};

} // namespace raddle::analysis

#endif
