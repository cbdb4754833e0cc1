// A loop that adds up in sixteen registers of 512 bits completes all accumulators in the same cycles, and then stores them:
//
//   for (i ...) sums[0 ... 15] += ...              for (i ... but the last) sums[0 ... 15] += ...
//   for (s ...) places[s] = sums[s]      becomes   for (s = 0; s < 16; s += 4)
//                                                    sums[s ... s+3] += ... for the last i
//                                                    places[s ... s+3] = sums[s ... s+3]
//
// On Zen 4 some twelve stores wait for what they store without being in the way. After more of them in a row the next
// loop's operations come too late: a border between two loops takes 45 cycles, and 25 in the second form.

#include "vectorize/tune/accumulators/store_accumulators_early.h"

#include "nvvm/markers.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/scheduling_border.h"
#include "vectorize/tune/job_pass.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/Analysis/AliasAnalysis.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/LCSSA.h>

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Registers are counted as those of AVX-512, on which this was measured.
constexpr VectorRegisters kCounted{.count = 32, .bits = 512};
// Accumulators that are completed and stored together take so many registers. With four a border takes the 25 cycles above.
constexpr std::uint64_t kRegistersOfGroup = 4;
// Instructions of a loop: a bound for the time that this pass takes.
constexpr std::size_t kMostInstructions = 512;

// Whether this only says something to the optimiser.
bool isNote(const Instruction &instruction) {
  auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
  return intrinsic && (intrinsic->isAssumeLikeIntrinsic() || isSchedulingBorder(instruction));
}

class EarlyStorer {
public:
  EarlyStorer(Loop &loop, ScalarEvolution &evolution, AAResults &aliases, unsigned waiting_stores)
      : loop_(loop), evolution_(evolution), aliases_(aliases), waiting_stores_(waiting_stores),
        body_(loop.getHeader()), preheader_(loop.getLoopPreheader()), exit_(loop.getExitBlock()) {}

  bool run() {
    if (!preheader_ || !exit_ || loop_.getNumBlocks() != 1 || body_->size() > kMostInstructions ||
        exit_->getSinglePredecessor() != body_ || !findAccumulators() || !mayReorder() || !endEarlier())
      return false;
    emitLastIteration();
    return true;
  }

private:
  struct Accumulator {
    PHINode *phi;
    Instruction *last;
    StoreInst *store;
  };

  static std::uint64_t registersFor(const Accumulator &accumulator) {
    return registersOf(*accumulator.phi->getType(), kCounted);
  }

  StoreInst *onlyStoreOf(const Instruction &last) const {
    StoreInst *store = nullptr;
    auto note = [&](const Value &value, const User *user) {
      auto *candidate = dyn_cast<StoreInst>(const_cast<User *>(user));
      if (!candidate || store || !candidate->isSimple() || candidate->getParent() != exit_ ||
          candidate->getValueOperand() != &value)
        return false;
      store = candidate;
      return true;
    };
    for (const User *user : last.users()) {
      if (cast<Instruction>(user)->getParent() == body_)
        continue;
      auto *phi = dyn_cast<PHINode>(user);
      if (!phi || phi->getParent() != exit_ ||
          !all_of(phi->users(), [&](const User *other) { return note(*phi, other); }))
        return nullptr;
    }
    return store;
  }

  bool findAccumulators() {
    std::uint64_t registers = 0;
    for (PHINode &phi : body_->phis()) {
      auto *last = dyn_cast<Instruction>(phi.getIncomingValueForBlock(body_));
      if (!phi.getType()->isVectorTy() || !last || last->getParent() != body_)
        continue;
      if (StoreInst *store = onlyStoreOf(*last); store && !storesAccumulator(*store)) {
        accumulators_.push_back({&phi, last, store});
        registers += registersFor(accumulators_.back());
      }
    }
    sort(accumulators_,
         [](const Accumulator &a, const Accumulator &b) { return a.last->comesBefore(b.last); });
    return registers > waiting_stores_;
  }

  bool storesAccumulator(const Instruction &instruction) const {
    return any_of(accumulators_,
                  [&](const Accumulator &accumulator) { return accumulator.store == &instruction; });
  }

  // The exit block does nothing else, up to its last store of an accumulator, and calls no function: while one begins,
  // stores have time. All places differ. What the accumulators are made of is loaded from memory that nothing writes here.
  bool mayReorder() {
    std::size_t stores = 0;
    for (Instruction &instruction : *exit_) {
      if (storesAccumulator(instruction))
        ++stores;
      else if ((stores < accumulators_.size() && instruction.mayReadOrWriteMemory()) ||
               (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)))
        return false;
    }
    SmallVector<MemoryLocation, 32> written;
    for (const Accumulator &accumulator : accumulators_) {
      const MemoryLocation place = MemoryLocation::get(accumulator.store);
      if (!all_of(written, [&](const MemoryLocation &other) { return aliases_.isNoAlias(place, other); }))
        return false;
      written.push_back(place);
    }
    for (Instruction &instruction : *body_) {
      if (!instruction.mayReadOrWriteMemory() || isNote(instruction) || isPrefetch(instruction))
        continue;
      auto *load = dyn_cast<LoadInst>(&instruction);
      auto *store = dyn_cast<StoreInst>(&instruction);
      if ((!load || !load->isSimple()) && (!store || !store->isSimple()))
        return false;
      const MemoryLocation place = MemoryLocation::get(&instruction);
      if (!instruction.hasMetadata(marker::kOfOtherMemory) &&
          !all_of(written, [&](const MemoryLocation &other) { return aliases_.isNoAlias(place, other); }))
        return false;
    }
    for (Instruction &instruction : *body_)
      if (auto *store = dyn_cast<StoreInst>(&instruction);
          store && !store->hasMetadata(marker::kOfOtherMemory))
        written.push_back(MemoryLocation::get(store));
    for (Instruction &instruction : *body_)
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        if (all_of(written, [&](const MemoryLocation &other) {
              return aliases_.isNoAlias(MemoryLocation::get(load), other);
            }))
          free_.insert(load);
    return all_of(neededFor(accumulators_), [&](const Instruction *instruction) {
      return !instruction->mayReadOrWriteMemory() || free_.contains(instruction);
    });
  }

  // What of an iteration these accumulators need.
  DenseSet<const Instruction *> neededFor(ArrayRef<Accumulator> accumulators) const {
    DenseSet<const Instruction *> needed;
    SmallVector<Instruction *, 64> work;
    for (const Accumulator &accumulator : accumulators)
      work.push_back(accumulator.last);
    while (!work.empty()) {
      Instruction *instruction = work.pop_back_val();
      if (isa<PHINode>(instruction) || instruction->getParent() != body_ ||
          !needed.insert(instruction).second)
        continue;
      for (Value *operand : instruction->operands())
        if (auto *input = dyn_cast<Instruction>(operand))
          work.push_back(input);
    }
    return needed;
  }

  // The loop ends one iteration earlier.
  bool endEarlier() {
    const unsigned iterations = evolution_.getSmallConstantTripCount(&loop_);
    // Else it would be no loop.
    if (iterations < 3)
      return false;
    auto *branch = cast<BranchInst>(body_->getTerminator());
    IRBuilder<> builder(branch);
    auto *counter = PHINode::Create(builder.getInt64Ty(), 2, "", body_->begin());
    Value *next = builder.CreateAdd(counter, builder.getInt64(1), "", true, true);
    counter->addIncoming(builder.getInt64(0), preheader_);
    counter->addIncoming(next, body_);
    branch->setCondition(
        builder.CreateICmp(branch->getSuccessor(0) == body_ ? CmpInst::ICMP_NE : CmpInst::ICMP_EQ, next,
                           builder.getInt64(iterations - 1)));
    return true;
  }

  Value *inLast(IRBuilder<> &builder, Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || (instruction->getParent() != body_ && instruction->getParent() != exit_))
      return value;
    if (Value *known = last_.lookup(value))
      return known;
    if (auto *phi = dyn_cast<PHINode>(instruction))
      return last_[value] = phi->getParent() == body_ ? phi->getIncomingValueForBlock(body_)
                                                      : inLast(builder, phi->getIncomingValueForBlock(body_));
    SmallVector<Value *, 4> operands;
    for (Value *operand : instruction->operands())
      operands.push_back(inLast(builder, operand));
    Instruction *copy = instruction->clone();
    // The scopes say of one iteration which accesses have nothing to do with each other.
    copy->setMetadata(LLVMContext::MD_alias_scope, nullptr);
    copy->setMetadata(LLVMContext::MD_noalias, nullptr);
    for (auto [i, operand] : enumerate(operands))
      copy->setOperand(static_cast<unsigned>(i), operand);
    return last_[value] = builder.Insert(copy, instruction->getName());
  }

  void emitLastIteration() {
    auto *block =
        BasicBlock::Create(body_->getContext(), body_->getName() + ".last", body_->getParent(), exit_);
    body_->getTerminator()->replaceSuccessorWith(exit_, block);
    IRBuilder<> builder(block);
    // What has effects of its own stands evenly among the accumulators.
    SmallVector<Instruction *, 32> others;
    for (Instruction &instruction : *body_)
      if (instruction.mayReadOrWriteMemory() && !free_.contains(&instruction) && !isNote(instruction))
        others.push_back(&instruction);
    SmallVector<SmallVector<Accumulator, 4>, 8> groups;
    std::uint64_t used = kRegistersOfGroup;
    for (const Accumulator &accumulator : accumulators_) {
      if (used + registersFor(accumulator) > kRegistersOfGroup) {
        groups.emplace_back();
        used = 0;
      }
      groups.back().push_back(accumulator);
      used += registersFor(accumulator);
    }
    std::size_t done = 0;
    for (auto [number, group] : enumerate(groups)) {
      for (; done < others.size() * (number + 1) / groups.size(); ++done)
        inLast(builder, others[done]);
      const auto needed = neededFor(group);
      for (Instruction &instruction : *body_)
        if (needed.contains(&instruction))
          inLast(builder, &instruction);
      for (const Accumulator &accumulator : group)
        inLast(builder, accumulator.store);
      createSchedulingBorder(builder);
    }
    for (PHINode &phi : exit_->phis()) {
      phi.setIncomingValue(0, inLast(builder, phi.getIncomingValue(0)));
      phi.setIncomingBlock(0, block);
    }
    builder.CreateBr(exit_);
    for (const Accumulator &accumulator : accumulators_)
      accumulator.store->eraseFromParent();
  }

  Loop &loop_;
  ScalarEvolution &evolution_;
  AAResults &aliases_;
  unsigned waiting_stores_;
  BasicBlock *body_, *preheader_, *exit_;
  SmallVector<Accumulator, 16> accumulators_; // in the order in which the loop adds to them
  SmallPtrSet<const Instruction *, 32> free_; // loads that may come anywhere in an iteration
  DenseMap<Value *, Value *> last_;           // copies in the last iteration
};

PreservedAnalyses storeEarly(const CompileJob &job, Function &function, FunctionAnalysisManager &analyses) {
  auto &evolution = analyses.getResult<ScalarEvolutionAnalysis>(function);
  auto &aliases = analyses.getResult<AAManager>(function);
  bool changed = false;
  for (Loop *loop : analyses.getResult<LoopAnalysis>(function).getLoopsInPreorder())
    if (loop->isInnermost())
      changed |= EarlyStorer(*loop, evolution, aliases, Processor::of(job).waiting_stores).run();
  return preservedUnless(changed);
}

} // namespace

void storeAccumulatorsEarly(const CompileJob &job, FunctionPassManager &passes) {
  if (Processor::of(job).waiting_stores == 0)
    return;
  passes.addPass(LCSSAPass());
  passes.addPass(JobPass<storeEarly>(job));
}

} // namespace raddle::vectorize
