// Loops that try again until nobody has come in between:
//
//   do {
//     seen = old;
//     if (done(seen)) break;
//     old = atomicCAS(p, seen, f(seen));
//   } while (old != seen);
//
// Nobody waits here: an attempt fails only if another one has succeeded, since what it expects is what was there a moment
// ago. (A lock is another matter: `while (atomicCAS(lock, 0, 1) != 0)` expects what its owner has yet to write.) Lanes in
// step would all see the same and fail but one, again and again: 32 lanes at one address would make 528 attempts. So each
// lane is to do all of its own before the next one begins, and the loop becomes a function for one lane.

#include "vectorize/passes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

const Value *withoutCasts(const Value *value) {
  while (auto *cast = dyn_cast<BitCastOperator>(value))
    value = cast->getOperand(0);
  return value;
}

bool isOld(const Value *value, const AtomicCmpXchgInst &attempt) {
  auto *part = dyn_cast<ExtractValueInst>(withoutCasts(value));
  return part && part->getAggregateOperand() == &attempt && part->getIndices() == ArrayRef<unsigned>(0);
}

// Whether what the attempt expects was read from there in this iteration, or by the attempt before.
bool expectsWhatWasSeen(const AtomicCmpXchgInst &attempt, const Loop &loop) {
  const Value *expected = withoutCasts(attempt.getCompareOperand());
  if (auto *load = dyn_cast<LoadInst>(expected))
    return loop.contains(load) && load->getPointerOperand() == attempt.getPointerOperand();
  auto *phi = dyn_cast<PHINode>(expected);
  if (!phi || phi->getParent() != loop.getHeader())
    return false;
  for (unsigned i = 0; i < phi->getNumIncomingValues(); ++i)
    if (loop.contains(phi->getIncomingBlock(i)) && !isOld(phi->getIncomingValue(i), attempt))
      return false;
  return true;
}

// Where the loop goes on after a failure; null where it does not ask for one.
const BasicBlock *behindFailure(const AtomicCmpXchgInst &attempt) {
  auto *branch = dyn_cast<BranchInst>(attempt.getParent()->getTerminator());
  if (!branch || branch->isUnconditional() || branch->getSuccessor(0) == branch->getSuccessor(1))
    return nullptr;
  Value *condition = branch->getCondition(), *inverted = nullptr;
  bool if_true = true; // the attempt has succeeded
  if (match(condition, m_Not(m_Value(inverted)))) {
    condition = inverted;
    if_true = false;
  }
  if (auto *part = dyn_cast<ExtractValueInst>(condition))
    return part->getAggregateOperand() == &attempt && part->getIndices() == ArrayRef<unsigned>(1)
               ? branch->getSuccessor(if_true ? 1 : 0)
               : nullptr;
  auto *comparison = dyn_cast<ICmpInst>(condition);
  if (!comparison || !comparison->isEquality())
    return nullptr;
  const Value *expected = withoutCasts(attempt.getCompareOperand());
  for (unsigned i : {0, 1})
    if (isOld(comparison->getOperand(i), attempt) && withoutCasts(comparison->getOperand(1 - i)) == expected)
      return branch->getSuccessor((comparison->getPredicate() == ICmpInst::ICMP_EQ) == if_true ? 1 : 0);
  return nullptr;
}

// Every iteration but the first comes behind a failed attempt.
bool triesAgain(const Loop &loop, const DominatorTree &dominators) {
  SmallVector<BasicBlock *, 2> latches;
  loop.getLoopLatches(latches);
  for (const BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block) {
      auto *attempt = dyn_cast<AtomicCmpXchgInst>(&instruction);
      if (!attempt || attempt->isWeak() || !loop.isLoopInvariant(attempt->getPointerOperand()) ||
          !expectsWhatWasSeen(*attempt, loop))
        continue;
      const BasicBlock *behind = behindFailure(*attempt);
      if (!behind || !loop.contains(behind))
        continue;
      if (behind == loop.getHeader()
              ? latches.size() == 1 && latches.front() == block
              : behind->getSinglePredecessor() == block && all_of(latches, [&](const BasicBlock *latch) {
                  return dominators.dominates(behind, latch);
                }))
        return true;
    }
  return false;
}

// Only what one lane can do by itself.
bool isForOneLane(const Loop &loop) {
  for (BasicBlock *block : loop.blocks()) {
    if (!isa<BranchInst>(block->getTerminator()))
      return false;
    for (Instruction &instruction : *block) {
      auto *call = dyn_cast<CallBase>(&instruction);
      auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction);
      if ((call &&
           (!intrinsic || (intrinsic->mayReadOrWriteMemory() && !intrinsic->isAssumeLikeIntrinsic()))) ||
          isa<AllocaInst>(instruction))
        return false;
      // It says that the loop around this one may poll what it loads (analysis/polling_loops.h).
      if (isa<FenceInst>(instruction) && loop.getParentLoop())
        return false;
      // A lane's own memory need not lie as a thread's does.
      for (Value *operand : instruction.operands())
        if (operand->getType()->isPointerTy() && isa<AllocaInst>(getUnderlyingObject(operand)))
          return false;
    }
  }
  return true;
}

// What the loop uses from outside. Only the caller knows where shared variables lie, of which expressions may be made.
bool isInput(const Value &value, const Loop &loop) {
  if (auto *instruction = dyn_cast<Instruction>(&value))
    return !loop.contains(instruction);
  return isa<Argument, GlobalVariable, ConstantExpr>(value);
}

void outline(Loop &loop, Function &caller) {
  LLVMContext &context = caller.getContext();
  BasicBlock *before = loop.getLoopPreheader(), *header = loop.getHeader(), *exit = loop.getUniqueExitBlock();
  PHINode *result = exit->phis().empty() ? nullptr : &*exit->phis().begin();
  SetVector<Value *> inputs;
  auto addInputs = [&](const Instruction &instruction) {
    for (Value *operand : instruction.operands())
      if (isInput(*operand, loop))
        inputs.insert(operand);
  };
  for (BasicBlock *block : loop.blocks())
    for (const Instruction &instruction : *block)
      addInputs(instruction);
  if (result)
    addInputs(*result);
  Type *thread = threadOf(caller)->getType();
  SmallVector<Type *, 8> types{thread};
  for (Value *input : inputs)
    types.push_back(input->getType());
  auto *type = FunctionType::get(result ? result->getType() : Type::getVoidTy(context), types, false);
  auto *function =
      Function::Create(type, GlobalValue::InternalLinkage, caller.getName() + ".retry", caller.getParent());
  for (StringRef kept : {"target-cpu", "target-features", "frame-pointer"})
    if (caller.hasFnAttribute(kept))
      function->addFnAttr(caller.getFnAttribute(kept));
  function->addFnAttr(kLaneByLane);
  function->setDoesNotThrow();

  auto takeInputs = [&](Instruction &instruction) {
    for (auto [i, input] : enumerate(inputs))
      instruction.replaceUsesOfWith(input, function->getArg(static_cast<unsigned>(i) + 1));
    instruction.setDebugLoc({});
    instruction.dropDbgRecords();
  };
  auto *entry = BasicBlock::Create(context, "", function), *end = BasicBlock::Create(context, "", function);
  BranchInst::Create(header, entry);
  DebugLoc place;
  SmallVector<BasicBlock *, 8> blocks(loop.blocks());
  for (BasicBlock *block : blocks) {
    block->removeFromParent();
    block->insertInto(function, end);
    for (Instruction &instruction : *block) {
      if (isa<AtomicCmpXchgInst>(instruction))
        place = instruction.getDebugLoc();
      takeInputs(instruction);
      instruction.setMetadata(LLVMContext::MD_loop, nullptr);
    }
    block->getTerminator()->replaceSuccessorWith(exit, end);
  }
  header->replacePhiUsesWith(before, entry);
  IRBuilder<> builder(end);
  if (result) {
    Instruction *own = builder.Insert(result->clone());
    takeInputs(*own);
    builder.CreateRet(own);
  } else {
    builder.CreateRetVoid();
  }

  builder.SetInsertPoint(before->getTerminator());
  builder.SetCurrentDebugLocation(place);
  // Without its thread: so nobody has to say which lane it is.
  SmallVector<Value *, 8> arguments{ConstantPointerNull::get(cast<PointerType>(thread))};
  append_range(arguments, inputs);
  CallInst *call = builder.CreateCall(function, arguments);
  builder.CreateBr(exit);
  before->getTerminator()->eraseFromParent();
  if (result) {
    result->replaceAllUsesWith(call);
    result->eraseFromParent();
  }
}

// At most one value is used behind the loop.
bool hasOneResult(const BasicBlock &exit) {
  auto results = exit.phis();
  if (results.empty())
    return true;
  const Type *type = results.begin()->getType();
  return std::next(results.begin()) == results.end() &&
         (type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy());
}

// One loop; whether there was one.
bool separateOne(Function &function) {
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !triesAgain(*loop, dominators) || !isForOneLane(*loop))
      continue;
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
    formLCSSA(*loop, dominators, &loops, nullptr);
    const BasicBlock *exit = loop->getUniqueExitBlock();
    if (!loop->isLoopSimplifyForm() || !exit || !hasOneResult(*exit))
      continue;
    outline(*loop, function);
    return true;
  }
  return false;
}

} // namespace

void separateRetries(CompileJob &job) {
  if (job.lanes == 1 || !job.optimize)
    return;
  SmallVector<Function *, 16> functions;
  for (Function &function : *job.module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (Function *function : functions)
    while (separateOne(*function)) {
    }
}

} // namespace raddle::vectorize
