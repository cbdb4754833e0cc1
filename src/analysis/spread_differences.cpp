#include "analysis/spread_differences.h"

#include "analysis/divergent_joins.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

using namespace llvm;

namespace raddle::analysis {

namespace {

class Spreading {
public:
  explicit Spreading(Function &function) : joins_(function) {}

  void add(const Instruction &instruction) {
    if (differ_.insert(&instruction).second)
      work_.push_back(&instruction);
  }

  Instructions finish() {
    while (!work_.empty()) {
      const Instruction &instruction = *work_.pop_back_val();
      for (const User *user : instruction.users())
        add(*cast<Instruction>(user));
      if (instruction.isTerminator() && instruction.getNumSuccessors() > 1)
        addBehind(*instruction.getParent());
    }
    return std::move(differ_);
  }

private:
  void addBehind(const BasicBlock &branch) {
    DivergentJoins::Joins meeting;
    DivergentJoins::Blocks left;
    joins_.add(branch, meeting, left);
    for (const auto &[block, ways] : meeting)
      for (const PHINode &phi : block->phis())
        if (DivergentJoins::mixes(phi, meeting))
          add(phi);
    for (const BasicBlock *block : left)
      for (const PHINode &phi : block->phis())
        add(phi);
    for (const Loop *loop = joins_.loops().getLoopFor(&branch); loop; loop = loop->getParentLoop()) {
      SmallVector<BasicBlock *, 4> exits;
      loop->getUniqueExitBlocks(exits);
      if (any_of(exits, [&](const BasicBlock *exit) { return left.contains(exit); }))
        addResults(*loop, exits);
    }
  }

  // A value that is computed in the loop and used after it depends on the iteration in which the loop is left. Phis at the loop's exits are
  // not added here: the rule for phis decides about them.
  void addResults(const Loop &loop, ArrayRef<BasicBlock *> exits) {
    for (const BasicBlock *block : loop.blocks())
      for (const Instruction &result : *block)
        for (const User *user : result.users()) {
          auto &instruction = *cast<Instruction>(user);
          const bool is_at_exit = isa<PHINode>(instruction) && is_contained(exits, instruction.getParent());
          if (!is_at_exit && !loop.contains(&instruction))
            add(instruction);
        }
  }

  const DivergentJoins joins_;
  Instructions differ_;
  SmallVector<const Instruction *, 64> work_;
};

} // namespace

Instructions spreadDifferences(Function &function,
                               function_ref<bool(const Instruction &)> differs_by_itself) {
  Spreading spreading(function);
  for (const Instruction &instruction : instructions(function))
    if (differs_by_itself(instruction))
      spreading.add(instruction);
  return spreading.finish();
}

} // namespace raddle::analysis
