// What a warp does between two barriers may be a long dependence chain: each operation waits for the one before, and the processor
// looks ahead too few operations to see what the next warp has to do. Warps of a block may run in any order between two
// barriers, so two iterations of the loop over the warps are unrolled and jammed:
//
//   for (warp = 0; warp < warps; ++warp) {          for (warp = 0; warp < warps / 2 * 2; warp += 2) {
//     a = load(warp);                                 a = load(warp), b = load(warp + 1);
//     a = f(a);                            becomes    a = f(a), b = f(b);
//     a = g(a);                                       a = g(a), b = g(b);
//     store(warp, a);                                 store(warp, a), store(warp + 1, b);
//   }                                               }
//                                                   and, if there is one more, the loop as it was
//
// All values are computed as before. Loads of the second warp come before stores of the first, which no program can
// tell: other warps may read what a warp writes only after a barrier.

#include "vectorize/tune/warps/unroll_and_jam_warp_loop.h"

#include "vectorize/block/warp_cursor.h"
#include "vectorize/never_unrolled.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/remarks.h"
#include "vectorize/tune/warps/loop_latency.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

#include <algorithm>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Registers for what all warps have in common, such as the masks by which lanes are shuffled.
constexpr unsigned kCommonRegisters = 8;
// A processor that sees the operations of so many iterations at a time keeps its units busy with those of other warps.
constexpr double kIterationsSeen = 4;

// Whether a shuffle only puts whole registers together, or takes them apart.
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

ChainTiming timingOf(const BasicBlock &body, VectorRegisters registers) {
  ChainTiming timing;
  for (const Instruction &instruction : body)
    if (instruction.getType()->isVectorTy())
      timing.add(instruction, onlyNamesRegisters(instruction, registers) ? OperationCost{}
                                                                         : costOf(instruction, registers));
  return timing;
}

// Whether the units idle during an iteration, and the processor does not see enough of the next ones.
bool waitsForItself(const BasicBlock &body, VectorRegisters registers, double operations_ahead) {
  const ChainTiming timing = timingOf(body, registers);
  return kIterationsSeen * timing.operations() > operations_ahead &&
         timing.latency() >= kIdlingRatio * timing.busy();
}

// The registers that the values of one iteration need where most of them are live.
unsigned registersNeeded(const BasicBlock &body, VectorRegisters registers) {
  auto isInside = [&](const Value *value) {
    auto *instruction = dyn_cast<Instruction>(value);
    return instruction && instruction->getParent() == &body ? instruction : nullptr;
  };
  DenseMap<const Instruction *, unsigned> last_use;
  unsigned position = 0;
  for (const Instruction &instruction : body) {
    for (const Value *operand : instruction.operands())
      if (auto *other = isInside(operand))
        last_use[other] = position;
    ++position;
  }
  SmallVector<unsigned, 128> dead_after(position + 1, 0);
  auto needed = [&](const Instruction &instruction) {
    return onlyNamesRegisters(instruction, registers) ? 0 : registersOf(*instruction.getType(), registers);
  };
  // Parts are live as long as the vector that they are put together to.
  for (const Instruction &instruction : reverse(body))
    if (onlyNamesRegisters(instruction, registers))
      for (const Value *operand : instruction.operands())
        if (auto *other = isInside(operand))
          last_use[other] = std::max(last_use.lookup(other), last_use.lookup(&instruction));
  for (const auto &[instruction, last] : last_use)
    dead_after[last] += needed(*instruction);
  unsigned live = 0, most = 0;
  position = 0;
  for (const Instruction &instruction : body) {
    if (last_use.contains(&instruction))
      live += needed(instruction);
    most = std::max(most, live);
    live -= std::min(live, dead_after[position++]);
  }
  return most;
}

// for (index = 0; index < count; ++index), with nothing else that goes on from iteration to iteration; and in which order two
// iterations are jammed.
struct JamPlan {
  BasicBlock *before, *body, *after;
  PHINode *index;
  Instruction *next;
  ICmpInst *condition;
  Value *count;
  // Loads, and what they need; then what computes; then the stores.
  SmallVector<Instruction *, 32> loads, stores;
  SmallVector<Instruction *, 128> computations;
  StoreInst *note = nullptr; // of the warp that runs, for the report of a fault

  bool isLoopControl(const Instruction &instruction) const {
    return &instruction == index || &instruction == next || &instruction == condition ||
           instruction.isTerminator();
  }
};

std::optional<JamPlan> countedLoop(const Loop &loop) {
  BasicBlock *body = loop.getHeader(), *before = loop.getLoopPredecessor();
  auto *branch = dyn_cast<BranchInst>(body->getTerminator());
  if (loop.getNumBlocks() != 1 || !before || !loop.getExitBlock() || !branch ||
      count(successors(before), body) != 1)
    return std::nullopt;
  PHINode *index = loop.getCanonicalInductionVariable();
  if (!index || index != &body->front() || isa<PHINode>(index->getNextNode()))
    return std::nullopt;
  auto *next = dyn_cast<Instruction>(index->getIncomingValueForBlock(body));
  auto *condition = dyn_cast<ICmpInst>(branch->getCondition());
  if (!next || !condition || condition->getOperand(0) != next || !condition->hasOneUse() ||
      next->hasNUsesOrMore(3))
    return std::nullopt;
  Value *end = condition->getOperand(1);
  const bool again = branch->getSuccessor(0) == body;
  const ICmpInst::Predicate predicate = again ? condition->getPredicate() : condition->getInversePredicate();
  if (!loop.isLoopInvariant(end) || (predicate != ICmpInst::ICMP_NE && predicate != ICmpInst::ICMP_ULT))
    return std::nullopt;
  return JamPlan{before, body, loop.getExitBlock(), index, next, condition, end, {}, {}, {}};
}

// The address, or addresses, of a simple store; null for other instructions.
Value *storedTo(Instruction &instruction) {
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return store->isSimple() ? store->getPointerOperand() : nullptr;
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  if (call && (call->getIntrinsicID() == Intrinsic::masked_store ||
               call->getIntrinsicID() == Intrinsic::masked_scatter))
    return call->getArgOperand(1);
  return nullptr;
}

// Puts an instruction of the loop into its group, or into `needed`. False where two iterations cannot be jammed with it.
bool sortIn(Instruction &instruction, const Loop &loop, JamPlan &plan, SetVector<Instruction *> &needed) {
  if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isVolatile()) {
    if (plan.note || !plan.stores.empty())
      return false;
    plan.note = store;
    needed.insert(store);
  } else if (isPrefetch(instruction)) {
    needed.insert(&instruction);
  } else if (Value *address = storedTo(instruction)) {
    if (loop.isLoopInvariant(address))
      return false;
    plan.stores.push_back(&instruction);
  } else if (instruction.mayReadFromMemory() && !instruction.mayHaveSideEffects()) {
    if (!plan.stores.empty() || instruction.isVolatile() || instruction.isAtomic())
      return false;
    needed.insert(&instruction);
  } else if (instruction.mayReadOrWriteMemory() || instruction.mayHaveSideEffects() ||
             (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction))) {
    return false;
  }
  return true;
}

std::optional<JamPlan> planOf(const Loop &loop) {
  std::optional<JamPlan> plan = countedLoop(loop);
  if (!plan || plan->body->size() > kMostCopiedInstructions)
    return std::nullopt;
  SetVector<Instruction *> needed; // by the loads
  SmallVector<Instruction *, 128> all;
  for (Instruction &instruction : *plan->body) {
    if (any_of(instruction.users(),
               [&](const User *user) { return !loop.contains(cast<Instruction>(user)); }))
      return std::nullopt;
    if (plan->isLoopControl(instruction) || isa<AssumeInst>(instruction))
      continue;
    all.push_back(&instruction);
    if (!sortIn(instruction, loop, *plan, needed))
      return std::nullopt;
  }
  for (size_t i = 0; i < needed.size(); ++i)
    for (Value *operand : needed[i]->operands())
      if (auto *other = dyn_cast<Instruction>(operand); other && other != plan->index && loop.contains(other))
        needed.insert(other);
  if (needed.contains(plan->next))
    return std::nullopt;
  for (Instruction *instruction : all)
    if (needed.contains(instruction))
      plan->loads.push_back(instruction);
    else if (!is_contained(plan->stores, instruction))
      plan->computations.push_back(instruction);
  return plan;
}

void unrollAndJam(const JamPlan &plan) {
  BasicBlock *body = plan.body;
  LLVMContext &context = body->getContext();
  Function *function = body->getParent();
  auto *before = BasicBlock::Create(context, body->getName() + ".turns", function, body);
  plan.before->getTerminator()->replaceSuccessorWith(body, before);
  plan.index->replaceIncomingBlockWith(plan.before, before);
  auto *both = BasicBlock::Create(context, body->getName() + ".pairs", function, body);
  auto *rest = BasicBlock::Create(context, body->getName() + ".pairs.end", function, body);

  IRBuilder<> builder(before);
  Type *type = plan.index->getType();
  Value *end = builder.CreateAnd(plan.count, ConstantInt::getSigned(type, -2), "in.pairs");
  builder.CreateCondBr(builder.CreateIsNull(end), body, both);

  builder.SetInsertPoint(both);
  PHINode *first = builder.CreatePHI(type, 2, plan.index->getName());
  Value *second = builder.CreateAdd(first, ConstantInt::get(type, 1), "", true, true);
  ValueToValueMapTy twins[2];
  twins[0][plan.index] = first;
  twins[1][plan.index] = second;
  auto add = [&](Instruction &original, ValueToValueMapTy &own) {
    Instruction *copy = builder.Insert(original.clone(), original.getName());
    RemapInstruction(copy, own, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
    own[&original] = copy;
  };
  for (ValueToValueMapTy &own : twins)
    for (Instruction *instruction : plan.loads)
      add(*instruction, own);
  for (Instruction *instruction : plan.computations)
    for (ValueToValueMapTy &own : twins)
      add(*instruction, own);
  for (ValueToValueMapTy &own : twins) {
    if (plan.note)
      add(*plan.note, own);
    for (Instruction *instruction : plan.stores)
      add(*instruction, own);
  }
  Value *next = builder.CreateAdd(first, ConstantInt::get(type, 2), "", true, true);
  builder.CreateCondBr(builder.CreateICmpEQ(next, end), rest, both)
      ->setMetadata(LLVMContext::MD_loop, neverUnrolled(context));
  first->addIncoming(ConstantInt::get(type, 0), before);
  first->addIncoming(next, both);

  builder.SetInsertPoint(rest);
  builder.CreateCondBr(builder.CreateICmpEQ(end, plan.count), plan.after, body);
  plan.index->addIncoming(end, rest);
  for (PHINode &phi : plan.after->phis())
    phi.addIncoming(phi.getIncomingValueForBlock(body), rest);
}

} // namespace

void unrollAndJamWarpLoop(const CompileJob &job, Function &function) {
  const VectorRegisters registers = VectorRegisters::of(job);
  const DominatorTree dominators(function);
  const LoopInfo loops(dominators);
  for (const Loop *loop : loops.getLoopsInPreorder()) {
    const BasicBlock &body = *loop->getHeader();
    if (!isRegionLoop(*loop) || loop->getNumBlocks() != 1 ||
        !waitsForItself(body, registers, Processor::of(job).operations_ahead))
      continue;
    const std::optional<JamPlan> plan = planOf(*loop);
    if (!plan)
      refuse(job, body,
             "two warps cannot do this side by side: it has effects that keep their order, or is too long");
    else if (2 * registersNeeded(body, registers) + kCommonRegisters > registers.count)
      refuse(job, body, "two warps side by side need more vector registers than there are");
    else
      unrollAndJam(*plan);
  }
}

} // namespace raddle::vectorize
