// RADDLE_CHECK: loops that access shared memory at the same places in all blocks (see oblivious_loops.h) are looked at once for a
// launch.
//
//   if (one of the first blocks)
//     for (...) { nothing but the places of all accesses, and the barriers }      the dry run
//   else if (the dry run of the launch has found nothing wrong, and what it reads before it writes it is initialised)
//     for (...) { ... }                                                           without checks
//   else
//     for (...) { ... }                                                           with checks
//
// Where data decides whether an access is made, the dry run takes it for made: then some blocks may make fewer accesses than it
// looks at, and no other ones. What it finds wrong is not told: it may be that no block does it, so that all blocks run with checks.

#include "abi/race_flags.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/block_copies.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/dry_runs/oblivious_loops.h"
#include "vectorize/passes.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Local.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

// The runtime keeps what has become of so many of a launch.
constexpr unsigned kMostLoops = 32;

class DryRunWriter {
public:
  DryRunWriter(Function &kernel, const Input &input, const SameInAllBlocks &same, const ObliviousLoop &loop,
               unsigned number)
      : kernel_(kernel), module_(*kernel.getParent()), input_(input), same_(same), loop_(loop),
        number_(number), header_(loop.blocks.front()) {}

  void write() {
    const BlockCopies dry(loop_.blocks, ".dry"), proven(loop_.blocks, ".proven");
    BasicBlock *question =
        BasicBlock::Create(kernel_.getContext(), header_->getName() + ".question", &kernel_, header_);
    Value *is_proven = askWhetherProven(*question);
    branch(*loop_.preheader, askWhetherWanted(), *dry.of(header_), *question);
    branch(*question, is_proven, *proven.of(header_), *header_);
    enter(*dry.of(header_), *loop_.preheader);
    enter(*proven.of(header_), *question);
    enter(*header_, *question);
    proven.addPathsOut();
    makeProven(proven);
    makeDry(dry, *question);
    proven.joinValues();
  }

private:
  // ---- What decides which of the three loops runs, which is the same for all threads of the block.

  Value *askWhetherWanted() {
    IRBuilder<> builder(loop_.preheader->getTerminator());
    builder.SetCurrentDebugLocation(loop_.barriers.front()->getDebugLoc());
    return anyThreadHas(builder, call(builder, Runtime::raddle_dry_run_wanted, {builder.getInt32(number_)}));
  }

  Value *askWhetherProven(BasicBlock &question) {
    IRBuilder<> builder(&question);
    builder.SetCurrentDebugLocation(loop_.barriers.front()->getDebugLoc());
    Value *is = call(builder, Runtime::raddle_dry_run_passed, {builder.getInt32(number_)});
    return builder.CreateNot(anyThreadHas(builder, builder.CreateICmpEQ(is, builder.getInt32(0))));
  }

  // A barrier that the checker is not told of, so that it orders nothing.
  Value *anyThreadHas(IRBuilder<> &builder, Value *condition) {
    if (!condition->getType()->isIntegerTy(32))
      condition = builder.CreateZExt(condition, builder.getInt32Ty());
    CallInst *count = call(builder, Runtime::raddle_syncthreads_count, {condition});
    count->setConvergent();
    mark(*count, marker::kProven);
    return builder.CreateICmpNE(count, builder.getInt32(0));
  }

  static void branch(BasicBlock &from, Value *condition, BasicBlock &then, BasicBlock &otherwise) {
    Instruction *old = from.getTerminator();
    IRBuilder<> builder(&from);
    if (old) {
      builder.SetCurrentDebugLocation(old->getDebugLoc());
      old->eraseFromParent();
      builder.SetInsertPoint(&from);
    }
    builder.CreateCondBr(condition, &then, &otherwise);
  }

  void enter(BasicBlock &header, BasicBlock &from) const {
    for (PHINode &phi : header.phis())
      phi.replaceIncomingBlockWith(loop_.preheader, &from);
  }

  // ---- The loop without checks.

  void makeProven(const BlockCopies &copies) {
    for (const ObliviousAccess &access : loop_.accesses)
      mark(*copies.of(access.access), loop_.is_closed ? marker::kProven : marker::kProvenPlace);
    // Barriers order the accesses to other memory, of which the checker is told, and values that come from there are followed.
    if (!loop_.is_closed || (!input_.check_races && !input_.check_init))
      return;
    for (CallInst *barrier : loop_.barriers)
      mark(*copies.of(barrier), marker::kProven);
    for (BasicBlock *block : copies.blocks())
      for (unsigned i = 0; i < block->getTerminator()->getNumSuccessors(); ++i)
        if (BasicBlock *next = block->getTerminator()->getSuccessor(i); !is_contained(copies.blocks(), next))
          tellOfEnd(*block, i, *next);
  }

  // The loop has passed a barrier at least, and what comes after it is not beside what came before it.
  void tellOfEnd(BasicBlock &block, unsigned way, BasicBlock &next) {
    BasicBlock *told = BasicBlock::Create(kernel_.getContext(), next.getName() + ".told", &kernel_, &next);
    IRBuilder<> builder(told);
    if (input_.check_races)
      tell(builder, kRaddleRaceBlockBarrier);
    if (input_.check_init)
      call(builder, Runtime::raddle_dry_run_used, {builder.getInt32(number_)});
    builder.CreateBr(&next);
    block.getTerminator()->setSuccessor(way, told);
    next.replacePhiUsesWith(&block, told);
  }

  void tell(IRBuilder<> &builder, unsigned event) {
    call(builder, Runtime::raddle_check_event, {warp(builder), builder.getInt32(event), builder.getInt32(0)})
        ->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  }

  static void mark(Instruction &instruction, StringRef marker) {
    instruction.setMetadata(marker, MDNode::get(instruction.getContext(), {}));
  }

  // ---- The dry run.

  void makeDry(const BlockCopies &copies, BasicBlock &end) {
    for (BasicBlock *block : copies.blocks())
      for (BasicBlock *next : SmallVector<BasicBlock *, 2>(successors(block)))
        if (!is_contained(copies.blocks(), next))
          block->getTerminator()->replaceSuccessorWith(next, &end);
    for (const ObliviousAccess &access : loop_.accesses)
      look(access, copies);
    for (CallInst *barrier : loop_.barriers) {
      CallInst *copy = copies.of(barrier);
      mark(*copy, marker::kProven);
      IRBuilder<> builder(copy);
      tell(builder, kRaddleRaceDryBarrier);
    }
    // One of the sides of a condition is as good as the other, as neither does anything.
    for (Instruction *decision : loop_.decided_by_data) {
      auto *copy = cast<BranchInst>(copies.of(decision));
      if (copy->getSuccessor(0) != copy->getSuccessor(1))
        copy->getSuccessor(1)->removePredecessor(copy->getParent(), /*KeepOneInputPHIs=*/true);
      IRBuilder<>(copy).CreateBr(copy->getSuccessor(0));
      copy->eraseFromParent();
    }
    eraseData(copies);
  }

  // Tells of an access, which is not made.
  void look(const ObliviousAccess &access, const BlockCopies &copies) {
    Instruction *place = copies.of(access.decided_by ? access.decided_by : access.access);
    IRBuilder<> builder(place);
    builder.SetCurrentDebugLocation(access.access->getDebugLoc());
    Value *address = access.decided_by ? computedAt(builder, access.address, *access.decided_by, copies)
                                       : copies.of(access.address);
    const std::uint64_t bytes =
        kernel_.getDataLayout().getTypeStoreSize(getLoadStoreType(access.access)).getFixedValue();
    const unsigned flags = kRaddleRaceIsDry | (isa<StoreInst>(access.access) ? kRaddleRaceWrites : 0) |
                           (access.decided_by ? 0 : kRaddleRaceIsMade);
    CallInst *told =
        call(builder, Runtime::raddle_check_race,
             {builder.CreateAddrSpaceCast(address, builder.getPtrTy()), beginOf(builder, *access.variable),
              sizeOf(builder, *access.variable), builder.getInt64(bytes),
              Constant::getNullValue(builder.getPtrTy()), warp(builder), builder.getInt32(flags)});
    told->addParamAttr(1, Attribute::NoCapture);
    told->addParamAttr(1, Attribute::ReadNone);
    told->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  }

  // What the copies compute behind the branch is computed in front of it.
  Value *computedAt(IRBuilder<> &builder, Value *value, const Instruction &branch,
                    const BlockCopies &copies) {
    auto *instruction = dyn_cast<Instruction>(value);
    if (!instruction || copies.of(instruction) == instruction || isBefore(*instruction, branch))
      return copies.of(value);
    Instruction *computed = instruction->clone();
    for (Use &operand : computed->operands())
      operand.set(computedAt(builder, operand, branch, copies));
    computed->dropPoisonGeneratingFlags();
    return builder.Insert(computed);
  }

  bool isBefore(const Instruction &instruction, const Instruction &branch) {
    if (!dominators_)
      dominators_.emplace(kernel_);
    return dominators_->dominates(&instruction, &branch);
  }

  // What comes from data is not used any more.
  void eraseData(const BlockCopies &copies) {
    SmallVector<Instruction *, 32> data;
    for (BasicBlock *block : loop_.blocks)
      for (Instruction &instruction : *block)
        if (!instruction.isTerminator() && !nvvm::isSyncthreads(instruction) && !same_.contains(instruction))
          data.push_back(copies.of(&instruction));
    for (Instruction *instruction : data)
      if (!instruction->getType()->isVoidTy())
        instruction->replaceAllUsesWith(PoisonValue::get(instruction->getType()));
    for (Instruction *instruction : data)
      instruction->eraseFromParent();
    for (BasicBlock *block : copies.blocks())
      SimplifyInstructionsInBlock(block);
  }

  // ---- Code.

  CallInst *call(IRBuilder<> &builder, Runtime function, ArrayRef<Value *> arguments) {
    SmallVector<Value *, 8> all{kernel_.getArg(0)};
    all.append(arguments.begin(), arguments.end());
    CallInst *call = builder.CreateCall(nvvm::declare(module_, function), all);
    call->addFnAttr(Attribute::NoMerge);
    call->setTailCallKind(CallInst::TCK_NoTail);
    if (!call->getDebugLoc())
      call->setDebugLoc(loop_.barriers.front()->getDebugLoc());
    return call;
  }

  static Value *warp(IRBuilder<> &builder) {
    return threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
  }

  static Value *beginOf(IRBuilder<> &builder, GlobalVariable &variable) {
    return builder.CreateAddrSpaceCast(&variable, builder.getPtrTy());
  }

  Value *sizeOf(IRBuilder<> &builder, const GlobalVariable &variable) const {
    if (variable.isDeclaration())
      return builder.CreateZExt(
          blockField(builder, offsetof(RaddleBlock, dynamic_shared_bytes), builder.getInt32Ty()),
          builder.getInt64Ty());
    return builder.getInt64(module_.getDataLayout().getTypeAllocSize(variable.getValueType()));
  }

  Function &kernel_;
  Module &module_;
  const Input &input_;
  const SameInAllBlocks &same_;
  const ObliviousLoop &loop_;
  const unsigned number_;
  BasicBlock *header_;
  std::optional<DominatorTree> dominators_;
};

} // namespace

bool dryRunLoops(Function &kernel, const Input &input) {
  const DominatorTree dominators(kernel);
  const LoopInfo loops(dominators);
  const ReversePostOrderTraversal<const Function *> order(&kernel);
  if (loops.empty() || containsIrreducibleCFG<const BasicBlock *>(order, loops))
    return false;
  const SameInAllBlocks same(kernel);
  std::vector<ObliviousLoop> found = findObliviousLoops(kernel, loops, same);
  if (found.size() > kMostLoops)
    found.resize(kMostLoops);
  unsigned number = 0;
  for (const ObliviousLoop &loop : found)
    DryRunWriter(kernel, input, same, loop, number++).write();
  if (!found.empty())
    removeUnreachableBlocks(kernel);
  return !found.empty();
}

} // namespace raddle::vectorize
