// What a warp does between two barriers may be a long chain: each operation waits for the one before, and the processor
// looks ahead too few operations to see what the next warp has to do. Warps of a block may run in any order between two
// barriers, also side by side:
//
//   for (warp = 0; warp < warps; ++warp) {          for (warp = 0; warp < warps / 2 * 2; warp += 2) {
//     a = load(warp);                                 a = load(warp), b = load(warp + 1);
//     a = f(a);                            becomes    a = f(a), b = f(b);
//     a = g(a);                                       a = g(a), b = g(b);
//     store(warp, a);                                 store(warp, a), store(warp + 1, b);
//   }                                               }
//                                                   and, if there is one more, the loop as it was
//
// Nothing is computed in another way. Loads of the second warp come before stores of the first, which no program can
// tell: what one warp writes others may read only behind a barrier.

#include "vectorize/tune/warps/unroll_and_jam_warp_loop.h"

#include "vectorize/block/warp_cursor.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

constexpr unsigned kMostInstructions = 400;
// Registers for what all warps have in common, such as how lanes are shuffled.
constexpr unsigned kCommonRegisters = 8;
// What waits so long, as a part of the time in which the units are busy, leaves them idle between.
constexpr double kWaits = 0.75;
// So many turns the processor has to see at a time, to be busy with operations that do not wait for each other.
constexpr double kTurnsSeen = 4;

// Whole registers put together, or taken apart.
bool onlyNamesRegisters(const Instruction &instruction, VectorRegisters registers) {
  auto *shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  if (!shuffle)
    return false;
  const auto *type = cast<FixedVectorType>(shuffle->getType());
  const unsigned elements = registers.bits / std::max(type->getScalarSizeInBits(), 1u);
  const ArrayRef<int> mask = shuffle->getShuffleMask();
  if (elements == 0 || mask.size() % elements != 0)
    return false;
  for (unsigned i = 0; i < mask.size(); ++i)
    if (mask[i] < 0 || static_cast<unsigned>(mask[i]) % elements != i % elements ||
        mask[i] - static_cast<int>(i % elements) != mask[i - i % elements])
      return false;
  return true;
}

class Turns {
public:
  explicit Turns(Loop &loop) : loop_(loop), body_(loop.getHeader()) {}

  bool mayGoInPairs() { return isCounted() && collect(); }

  bool pays(VectorRegisters registers, double operations_ahead) const {
    DenseMap<const Value *, double> ready;
    double busy = 0, dividing = 0, operations = 0, latency = 0;
    for (const Instruction &instruction : *body_) {
      if (!instruction.getType()->isVectorTy())
        continue;
      if (onlyNamesRegisters(instruction, registers)) {
        ready[&instruction] =
            std::max(ready.lookup(instruction.getOperand(0)), ready.lookup(instruction.getOperand(1)));
        continue;
      }
      const OperationCost cost = costOf(instruction, registers);
      double start = 0;
      for (const Value *operand : instruction.operands())
        start = std::max(start, ready.lookup(operand));
      ready[&instruction] = start + cost.latency;
      latency = std::max(latency, start + cost.latency);
      busy += cost.busy;
      dividing += cost.dividing;
      operations += cost.operations;
    }
    // Where it sees several turns at a time by itself, nothing is gained.
    return kTurnsSeen * operations > operations_ahead && latency >= kWaits * std::max(busy, dividing) &&
           2 * registersNeeded(registers) + kCommonRegisters <= registers.count;
  }

  void pair() {
    LLVMContext &context = body_->getContext();
    Function *function = body_->getParent();
    BasicBlock *behind = loop_.getExitBlock();
    auto *before = BasicBlock::Create(context, body_->getName() + ".turns", function, body_);
    before_->getTerminator()->replaceSuccessorWith(body_, before);
    turn_->replaceIncomingBlockWith(before_, before);
    auto *both = BasicBlock::Create(context, body_->getName() + ".pairs", function, body_);
    auto *rest = BasicBlock::Create(context, body_->getName() + ".pairs.end", function, body_);

    IRBuilder<> builder(before);
    Type *type = turn_->getType();
    Value *end = builder.CreateAnd(count_, ConstantInt::getSigned(type, -2), "in.pairs");
    builder.CreateCondBr(builder.CreateIsNull(end), body_, both);

    builder.SetInsertPoint(both);
    PHINode *first = builder.CreatePHI(type, 2, turn_->getName());
    Value *second = builder.CreateAdd(first, ConstantInt::get(type, 1), "", true, true);
    ValueToValueMapTy twins[2];
    twins[0][turn_] = first;
    twins[1][turn_] = second;
    auto add = [&](Instruction &original, ValueToValueMapTy &own) {
      Instruction *copy = builder.Insert(original.clone(), original.getName());
      RemapInstruction(copy, own, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
      own[&original] = copy;
    };
    for (ValueToValueMapTy &own : twins)
      for (Instruction *instruction : begin_)
        add(*instruction, own);
    for (Instruction *instruction : middle_)
      for (ValueToValueMapTy &own : twins)
        add(*instruction, own);
    for (ValueToValueMapTy &own : twins) {
      if (note_)
        add(*note_, own);
      for (Instruction *instruction : end_)
        add(*instruction, own);
    }
    Value *next = builder.CreateAdd(first, ConstantInt::get(type, 2), "", true, true);
    builder.CreateCondBr(builder.CreateICmpEQ(next, end), rest, both)
        ->setMetadata(LLVMContext::MD_loop, neverUnrolled(context));
    first->addIncoming(ConstantInt::get(type, 0), before);
    first->addIncoming(next, both);

    builder.SetInsertPoint(rest);
    builder.CreateCondBr(builder.CreateICmpEQ(end, count_), behind, body_);
    turn_->addIncoming(end, rest);
    for (PHINode &phi : behind->phis())
      phi.addIncoming(phi.getIncomingValueForBlock(body_), rest);
  }

private:
  // for (turn = 0; turn < count; ++turn), with nothing else that goes on from turn to turn.
  bool isCounted() {
    auto *branch = dyn_cast<BranchInst>(body_->getTerminator());
    before_ = loop_.getLoopPredecessor();
    if (loop_.getNumBlocks() != 1 || !before_ || !loop_.getExitBlock() || !branch ||
        count(successors(before_), body_) != 1)
      return false;
    turn_ = dyn_cast<PHINode>(&body_->front());
    if (!turn_ || isa<PHINode>(turn_->getNextNode()) || !turn_->getType()->isIntegerTy() ||
        !match(turn_->getIncomingValueForBlock(before_), m_Zero()))
      return false;
    next_ = dyn_cast<Instruction>(turn_->getIncomingValueForBlock(body_));
    condition_ = dyn_cast<ICmpInst>(branch->getCondition());
    if (!next_ || !match(next_, m_Add(m_Specific(turn_), m_One())) || !condition_ ||
        condition_->getOperand(0) != next_ || !condition_->hasOneUse() || next_->hasNUsesOrMore(3))
      return false;
    count_ = condition_->getOperand(1);
    const bool again = branch->getSuccessor(0) == body_;
    const ICmpInst::Predicate predicate =
        again ? condition_->getPredicate() : condition_->getInversePredicate();
    return loop_.isLoopInvariant(count_) &&
           (predicate == ICmpInst::ICMP_NE || predicate == ICmpInst::ICMP_ULT);
  }

  // What comes first, in the order in which it is to be done: loads, and what they need. Then what computes, and the
  // stores. False where it cannot be divided so.
  bool collect() {
    if (body_->size() > kMostInstructions)
      return false;
    SetVector<Instruction *> needed;
    SmallVector<Instruction *, 128> all;
    for (Instruction &instruction : *body_) {
      if (any_of(instruction.users(),
                 [&](const User *user) { return !loop_.contains(cast<Instruction>(user)); }))
        return false;
      if (&instruction == turn_ || &instruction == next_ || &instruction == condition_ ||
          instruction.isTerminator() || isa<AssumeInst>(instruction))
        continue;
      all.push_back(&instruction);
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isVolatile()) {
        // Which warp runs, for the report of a fault.
        if (note_ || !end_.empty())
          return false;
        note_ = store;
        needed.insert(store);
      } else if (isPrefetch(instruction)) {
        needed.insert(&instruction);
      } else if (Value *address = storedTo(instruction)) {
        if (loop_.isLoopInvariant(address))
          return false;
        end_.push_back(&instruction);
      } else if (instruction.mayReadFromMemory() && !instruction.mayHaveSideEffects()) {
        if (!end_.empty() || instruction.isVolatile() || instruction.isAtomic())
          return false;
        needed.insert(&instruction);
      } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects() ||
                 (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))) {
        return false;
      }
    }
    for (size_t i = 0; i < needed.size(); ++i)
      for (Value *operand : needed[i]->operands())
        if (auto *other = dyn_cast<Instruction>(operand); other && other != turn_ && loop_.contains(other))
          needed.insert(other);
    if (needed.contains(next_))
      return false;
    for (Instruction *instruction : all)
      if (needed.contains(instruction))
        begin_.push_back(instruction);
      else if (!is_contained(end_, instruction))
        middle_.push_back(instruction);
    return true;
  }

  // The address, or addresses; null if it is no simple store.
  static Value *storedTo(Instruction &instruction) {
    if (auto *store = dyn_cast<StoreInst>(&instruction))
      return store->isSimple() ? store->getPointerOperand() : nullptr;
    auto *call = dyn_cast<IntrinsicInst>(&instruction);
    if (call && (call->getIntrinsicID() == Intrinsic::masked_store ||
                 call->getIntrinsicID() == Intrinsic::masked_scatter))
      return call->getArgOperand(1);
    return nullptr;
  }

  // Of one turn, where most of its values are alive.
  unsigned registersNeeded(VectorRegisters registers) const {
    DenseMap<const Instruction *, unsigned> last_use;
    unsigned position = 0;
    for (const Instruction &instruction : *body_) {
      for (const Value *operand : instruction.operands())
        if (auto *other = dyn_cast<Instruction>(operand); other && loop_.contains(other))
          last_use[other] = position;
      ++position;
    }
    SmallVector<unsigned, 128> dead_behind(position + 1, 0);
    auto needed = [&](const Instruction &instruction) {
      return onlyNamesRegisters(instruction, registers) ? 0 : registersOf(*instruction.getType(), registers);
    };
    // Parts are alive as long as what they are put together to.
    for (const Instruction &instruction : reverse(*body_))
      if (onlyNamesRegisters(instruction, registers))
        for (const Value *operand : instruction.operands())
          if (auto *other = dyn_cast<Instruction>(operand); other && loop_.contains(other))
            last_use[other] = std::max(last_use.lookup(other), last_use.lookup(&instruction));
    for (const auto &[instruction, last] : last_use)
      dead_behind[last] += needed(*instruction);
    unsigned alive = 0, most = 0;
    position = 0;
    for (const Instruction &instruction : *body_) {
      if (last_use.contains(&instruction))
        alive += needed(instruction);
      most = std::max(most, alive);
      alive -= std::min(alive, dead_behind[position++]);
    }
    return most;
  }

  Loop &loop_;
  BasicBlock *body_, *before_ = nullptr;
  PHINode *turn_ = nullptr;
  Instruction *next_ = nullptr;
  ICmpInst *condition_ = nullptr;
  Value *count_ = nullptr;
  StoreInst *note_ = nullptr;
  SmallVector<Instruction *, 32> begin_, end_;
  SmallVector<Instruction *, 128> middle_;
};

} // namespace

void unrollAndJamWarpLoop(const CompileJob &job, Function &function) {
  const VectorRegisters registers = VectorRegisters::of(job);
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder())
    if (Turns turns(*loop); isLoopOfTurns(*loop) && turns.mayGoInPairs() &&
                            turns.pays(registers, Processor::of(job).operations_ahead))
      turns.pair();
}

} // namespace raddle::vectorize
