#include "vectorize/widen/emit/function_emitter.h"

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/arithmetic/arithmetic.h"
#include "vectorize/widen/emit/atomics/atomics.h"
#include "vectorize/widen/emit/calls/calls.h"
#include "vectorize/widen/emit/control_flow.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

void emitInstruction(WarpBuilder &warp, Instruction &instruction) {
  if (!instruction.getType()->isVoidTy() && !warp.shapes.of(&instruction).isKnown())
    return warp.giveUp(instruction, Obstacle::kNoValue);
  if (!instruction.getType()->isVoidTy() && warp.shapes.of(&instruction).isVarying() &&
      !widened(instruction.getType()))
    return warp.giveUp(instruction, Obstacle::kValueType);
  if (warp.plan.isConstant(instruction))
    return warp.define(instruction, warp.getInt(APInt(instruction.getType()->getIntegerBitWidth(),
                                                      warp.shapes.of(&instruction).low())));
  switch (instruction.getOpcode()) {
  case Instruction::Load:
    return emitLoad(warp, cast<LoadInst>(instruction));
  case Instruction::Store:
    return emitStore(warp, cast<StoreInst>(instruction));
  case Instruction::Alloca:
    return emitLocalVariable(warp, cast<AllocaInst>(instruction));
  case Instruction::AtomicRMW:
    return emitUpdate(warp, cast<AtomicRMWInst>(instruction));
  case Instruction::AtomicCmpXchg:
    return emitCompareExchange(warp, cast<AtomicCmpXchgInst>(instruction));
  case Instruction::GetElementPtr:
    return emitAddress(warp, cast<GetElementPtrInst>(instruction));
  case Instruction::Call:
    return emitCall(warp, cast<CallInst>(instruction));
  case Instruction::Fence:
    warp.Insert(instruction.clone());
    return;
  default:
    return emitArithmetic(warp, instruction);
  }
}

void emitBlock(WarpBuilder &warp, ControlFlow &control, const BlockPlan &plan) {
  control.emitBeginning(plan);
  for (Instruction &instruction :
       make_range(plan.block->getFirstNonPHIIt(), plan.block->getTerminator()->getIterator())) {
    if (instruction.getDebugLoc())
      warp.SetCurrentDebugLocation(instruction.getDebugLoc());
    emitInstruction(warp, instruction);
    if (!warp.reason.empty())
      return;
  }
  if (const DebugLoc &location = plan.block->getTerminator()->getDebugLoc())
    warp.SetCurrentDebugLocation(location);
  control.emitExit(plan);
}

DebugLoc placeOf(const Function &function) {
  DISubprogram *program = function.getSubprogram();
  return program ? DebugLoc(DILocation::get(function.getContext(), program->getLine(), 0, program))
                 : DebugLoc();
}

} // namespace

std::string emitFunction(Function &source, const WidenPlan &plan, const WarpFunctions &functions,
                         Function &target, const Input &input, Outputs &outputs) {
  BasicBlock *entry = BasicBlock::Create(source.getContext(), "entry", &target);
  BasicBlock *start = BasicBlock::Create(source.getContext(), "start", &target);
  BranchInst::Create(start, entry)->setDebugLoc(placeOf(target));
  WarpBuilder warp(source, plan, functions, target, input.block, outputs);
  ControlFlow control(warp);
  control.emitPrologue(start);
  for (const BlockPlan &block : plan.control().blocks()) {
    emitBlock(warp, control, block);
    if (!warp.reason.empty())
      return warp.reason;
  }
  warp.dropUnusedSlots();
  return "";
}

} // namespace raddle::vectorize
