#include "nvvm/markers.h"
#include "vectorize/passes.h"

#include "analysis/awaited_writes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/lower/poll_marks.h"

#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/IR/AttributeMask.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A function that yields lets any other thread change any memory; what simplify inferred about it and its
// callers no longer holds.
void forgetInferredEffects(Module &module) {
  AttributeMask inferred;
  for (Attribute::AttrKind kind :
       {Attribute::Memory, Attribute::NoSync, Attribute::WillReturn, Attribute::NoFree})
    inferred.addAttribute(kind);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    function.removeFnAttrs(inferred);
    for (Attribute::AttrKind kind : {Attribute::ReadOnly, Attribute::ReadNone, Attribute::NoCapture})
      function.removeParamAttr(0, kind);
    for (Instruction &instruction : instructions(function))
      if (auto *call = dyn_cast<CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); !callee || !callee->isDeclaration())
          call->removeFnAttrs(inferred);
  }
}

// The call of __nanosleep that every iteration which ends in `latch` has made, which yields too; null where there is none.
// With a second place to yield at, a thread that only polls would be seen here and there in turn, as if it moved.
CallBase *sleepBefore(const BasicBlock *latch, const Loop &loop, const DominatorTree &dominators) {
  for (BasicBlock *block : loop.blocks()) {
    if (!dominators.dominates(block, latch))
      continue;
    for (Instruction &instruction : *block)
      if (nvvm::isCallOf(instruction, nvvm::Runtime::raddle_nanosleep))
        return cast<CallBase>(&instruction);
  }
  return nullptr;
}

// A loop that goes from place to place finds a free one soon, as a rule: only one that does not has to yield.
constexpr unsigned kPlacesBeforeYield = 32;

// Where the edge from `latch` to the header is to yield: each time, or only where the loop has gone around so often.
Instruction *placeToYield(Loop &loop, BasicBlock *latch, bool each_time, DominatorTree &dominators,
                          LoopInfo &loops) {
  BasicBlock *header = loop.getHeader();
  // Only a thread that goes around again yields: one that has just taken a lock shall not.
  BasicBlock *again = latch->getSingleSuccessor() ? latch : SplitEdge(latch, header, &dominators, &loops);
  if (each_time)
    return again->getTerminator();
  Type *type = Type::getInt32Ty(header->getContext());
  auto *iterations = PHINode::Create(type, 2, "iterations", header->begin());
  IRBuilder<> builder(again->getTerminator());
  builder.SetCurrentDebugLocation(again->getTerminator()->getDebugLoc());
  Value *next = builder.CreateAdd(iterations, ConstantInt::get(type, 1));
  Value *is_long = builder.CreateICmpEQ(
      builder.CreateAnd(next, ConstantInt::get(type, kPlacesBeforeYield - 1)), ConstantInt::get(type, 0));
  for (BasicBlock *before : predecessors(header))
    iterations->addIncoming(before == again         ? next
                            : loop.contains(before) ? static_cast<Value *>(iterations)
                                                    : ConstantInt::get(type, 0),
                            before);
  DomTreeUpdater updater(dominators, DomTreeUpdater::UpdateStrategy::Eager);
  return SplitBlockAndInsertIfThen(is_long, again->getTerminator(), /*Unreachable=*/false,
                                   /*BranchWeights=*/nullptr, &updater, &loops);
}

// The end of the loop, or what it polls where that has none.
DebugLoc placeOf(const BasicBlock &latch, const analysis::PollingLoop &polling) {
  if (const DebugLoc &end = latch.getTerminator()->getDebugLoc())
    return end;
  return polling.polled.empty() ? polling.loop->getStartLoc() : polling.polled.front()->getDebugLoc();
}

// RADDLE_CHECK=sync: what is polled, for reports on kernels that hang.
void notePolledWord(Function &function, const analysis::PollingLoop &polling, CallBase &yield,
                    const DominatorTree &dominators) {
  for (const Instruction *polled : polling.polled) {
    Value *address = const_cast<Value *>(analysis::accessedAddress(*polled));
    auto *computed = dyn_cast_or_null<Instruction>(address);
    if (!address || (computed && !dominators.dominates(computed, &yield)))
      continue;
    IRBuilder<> builder(&yield);
    Type *type = polled->getType();
    if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(polled))
      type = attempt->getCompareOperand()->getType();
    const std::uint64_t bytes = function.getDataLayout().getTypeStoreSize(type);
    builder.CreateCall(nvvm::declare(*function.getParent(), nvvm::Runtime::raddle_note_poll),
                       {threadOf(function), builder.CreateAddrSpaceCast(address, builder.getPtrTy()),
                        builder.getInt32(static_cast<unsigned>(bytes))});
    return;
  }
}

void yieldIn(Function &function, const analysis::PollingLoop &polling, const analysis::AwaitedWrites &awaited,
             FunctionCallee yield, bool notes_words, DominatorTree &dominators, LoopInfo &loops) {
  const bool each_time = awaited.kind == analysis::AwaitedWrites::kAny;
  SmallVector<BasicBlock *, 4> latches;
  polling.loop->getLoopLatches(latches);
  for (BasicBlock *latch : latches) {
    CallBase *call = sleepBefore(latch, *polling.loop, dominators);
    if (!call) {
      const DebugLoc location = placeOf(*latch, polling);
      IRBuilder<> builder(placeToYield(*polling.loop, latch, each_time, dominators, loops));
      builder.SetCurrentDebugLocation(location);
      call = builder.CreateCall(yield, {threadOf(function)});
    }
    noteAwaitedWrites(*call, awaited);
    if (notes_words)
      notePolledWord(function, polling, *call, dominators);
  }
}

} // namespace

void yieldInPollingLoops(Module &module, const Input &input) {
  bool yields = false;
  for (Function &function : module) {
    if (function.isDeclaration() || function.hasFnAttribute(marker::kLaneByLane))
      continue;
    DominatorTree dominators(function);
    LoopInfo loops(dominators);
    SmallVector<std::pair<analysis::PollingLoop, analysis::AwaitedWrites>, 4> waiting;
    for (analysis::PollingLoop &polling : analysis::pollingLoops(function, loops, dominators)) {
      analysis::AwaitedWrites awaited = analysis::awaitedWrites(polling, loops, dominators);
      if (awaited.kind != analysis::AwaitedWrites::kNone)
        waiting.emplace_back(std::move(polling), std::move(awaited));
    }
    if (waiting.empty())
      continue;
    yields = true;
    Function *yield = nvvm::declare(module, nvvm::Runtime::raddle_yield);
    for (const auto &[polling, awaited] : waiting)
      yieldIn(function, polling, awaited, yield, input.check_sync, dominators, loops);
  }
  if (yields)
    forgetInferredEffects(module);
}

} // namespace raddle::vectorize
