#include "vectorize/reshape/matrix_sums.h"

#include "analysis/divergent_joins.h"
#include "nvvm/markers.h"
#include "vectorize/reshape/matrix_calls.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

Sums argumentsOf(const CallInst &call) {
  Sums sums;
  for (unsigned i = 0; i < kSumsOfStep; ++i)
    sums[i] = call.getArgOperand(i);
  return sums;
}

class SumsOnTheirWay {
public:
  SumsOnTheirWay(Function &function, const analysis::LaneShapes &shapes)
      : function_(function), dominators_(function), loops_(dominators_) {
    const analysis::DivergentJoins joins(function);
    for (BasicBlock &block : function)
      if (shapes.branchDiverges(&block))
        joins.add(block, joins_, exits_);
  }

  void run() {
    for (Instruction &instruction : instructions(function_))
      if (isCallOf(&instruction, marker::kMatrixFragment))
        fragments_.push_back(cast<CallInst>(&instruction));
    for (std::size_t i = 0; i < fragments_.size(); ++i)
      while (pushThroughPhis(*fragments_[i]))
        ;
    foldConversions();
  }

private:
  using Phis = std::array<PHINode *, kSumsOfStep>;

  static Sums incoming(const Phis &phis, unsigned edge) {
    Sums sums;
    for (auto [sum, phi] : zip_equal(sums, phis))
      sum = phi->getIncomingValueForBlock(phis[0]->getIncomingBlock(edge));
    return sums;
  }
  static Sums values(const Phis &phis) { return {phis[0], phis[1], phis[2], phis[3]}; }

  // The phis of a block that the parts of the fragment lead to on one way.
  static std::optional<Phis> phisOf(CallInst &fragment, PHINode &first, const BasicBlock *from) {
    Phis phis = {&first};
    for (PHINode &phi : first.getParent()->phis()) {
      auto *part = dyn_cast<ExtractValueInst>(phi.getIncomingValueForBlock(from));
      if (part && part->getAggregateOperand() == &fragment)
        if (PHINode *&place = phis[part->getIndices()[0]]; !place)
          place = &phi;
    }
    for (unsigned edge = 0; edge < first.getNumIncomingValues(); ++edge)
      if (first.getIncomingBlock(edge) == from && !is_contained(phis, nullptr) &&
          fragmentOf(incoming(phis, edge)) == &fragment)
        return phis;
    return std::nullopt;
  }

  // Whether no way into the phis needs a conversion that was not there, but those into a loop.
  bool arePushed(const Phis &phis) const {
    const BasicBlock *block = phis[0]->getParent();
    const Loop *loop = loops_.isLoopHeader(block) ? loops_.getLoopFor(block) : nullptr;
    for (unsigned edge = 0; edge < phis[0]->getNumIncomingValues(); ++edge) {
      const Sums sums = incoming(phis, edge);
      const bool is_from_outside = loop && !loop->contains(phis[0]->getIncomingBlock(edge));
      const bool are_constants = all_of(sums, [](const Value *sum) { return isa<Constant>(sum); });
      if (!is_from_outside && !are_constants && sums != values(phis) && !fragmentOf(sums))
        return false;
    }
    return !joins_.contains(block) && !exits_.contains(block);
  }

  bool pushThroughPhis(CallInst &fragment) {
    for (User *user : fragment.users()) {
      auto *part = dyn_cast<ExtractValueInst>(user);
      if (!part || part->getIndices()[0] != 0)
        continue;
      for (Use &use : part->uses())
        if (auto *phi = dyn_cast<PHINode>(use.getUser()))
          if (auto phis = phisOf(fragment, *phi, phi->getIncomingBlock(use)); phis && arePushed(*phis)) {
            push(*phis);
            return true;
          }
    }
    return false;
  }

  void push(const Phis &phis) {
    BasicBlock &block = *phis[0]->getParent();
    IRBuilder<> builder(phis[0]);
    Phis columns;
    for (PHINode *&column : columns)
      column = builder.CreatePHI(builder.getFloatTy(), phis[0]->getNumIncomingValues(), "sums");
    for (unsigned edge = 0; edge < phis[0]->getNumIncomingValues(); ++edge) {
      BasicBlock *from = phis[0]->getIncomingBlock(edge);
      Sums sums = incoming(phis, edge);
      if (sums == values(phis))
        sums = values(columns);
      else if (const CallInst *fragment = fragmentOf(sums))
        sums = argumentsOf(*fragment);
      else {
        IRBuilder<> before(from->getTerminator());
        sums = convertSums(before, marker::kMatrixTransposed, sums);
      }
      for (auto [column, sum] : zip_equal(columns, sums))
        column->addIncoming(sum, from);
    }
    builder.SetInsertPoint(&block, block.getFirstInsertionPt());
    CallInst *fragment =
        addMatrixOperation(builder, marker::kMatrixFragment, typeOfSums(builder), values(columns));
    for (auto [phi, part] : zip_equal(phis, partsOfSums(builder, fragment))) {
      phi->replaceAllUsesWith(part);
      phi->eraseFromParent();
    }
    fragments_.push_back(fragment);
  }

  // What is converted there and back stays.
  void foldConversions() {
    for (Instruction &instruction : make_early_inc_range(instructions(function_))) {
      auto *part = dyn_cast<ExtractValueInst>(&instruction);
      if (!part || !isCallOf(part->getAggregateOperand(), marker::kMatrixTransposed))
        continue;
      if (const CallInst *fragment = fragmentOf(argumentsOf(*cast<CallInst>(part->getAggregateOperand()))))
        part->replaceAllUsesWith(fragment->getArgOperand(part->getIndices()[0]));
    }
    for (BasicBlock &block : reverse(function_))
      for (Instruction &instruction : make_early_inc_range(reverse(block)))
        if (isa<ExtractValueInst>(instruction) || isCallOf(&instruction, marker::kMatrixFragment) ||
            isCallOf(&instruction, marker::kMatrixTransposed))
          if (instruction.use_empty())
            instruction.eraseFromParent();
  }

  Function &function_;
  DominatorTree dominators_;
  LoopInfo loops_;
  analysis::DivergentJoins::Joins joins_; // where lanes meet that have parted
  analysis::DivergentJoins::Blocks exits_;
  SmallVector<CallInst *, 16> fragments_;
};

} // namespace

void keepSumsAsColumns(Function &function, const analysis::LaneShapes &shapes) {
  SumsOnTheirWay(function, shapes).run();
}

} // namespace raddle::vectorize
