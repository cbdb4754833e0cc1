#include "analysis/program_shapes.h"

#include "analysis/address_taken.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::analysis {

namespace {

// The facts about a shape that are worth knowing across a call: they can be lowered in so few steps that recursion soon
// comes to an end.
LaneShape acrossCalls(const LaneShape &shape) {
  if (!shape.isKnown())
    return shape;
  if (shape.isUniform())
    return LaneShape::uniform();
  if (shape.isVarying() || !shape.stride())
    return LaneShape::varying();
  return LaneShape::affine(*shape.stride(), 0, shape.holdsSigned(), shape.holdsUnsigned());
}

bool lower(LaneShape &shape, const LaneShape &to) {
  const LaneShape next = LaneShape::meet(shape, acrossCalls(to));
  if (next == shape)
    return false;
  shape = acrossCalls(next);
  return true;
}

} // namespace

ProgramShapes::ProgramShapes(ArrayRef<Function *> functions, const BlockClass &block) : block_(block) {
  SmallVector<Function *, 8> roots{functions.front()};
  for (Function *function : drop_begin(functions)) {
    CallShapes &shapes = calls_[function];
    const bool anything = isIndirectTarget(*function);
    shapes.parameters.assign(function->arg_size(), anything ? LaneShape::varying() : LaneShape());
    // The thread stands for the warp.
    shapes.parameters[0] = LaneShape::uniform();
    if (anything)
      roots.push_back(function);
  }
  solve(roots);
  // A function that never returns has no result; any will do.
  for (Function *function : functions) {
    if (function->getReturnType()->isVoidTy() || !calls_.contains(function) ||
        calls_[function].result.isKnown())
      continue;
    calls_[function].result = LaneShape::uniform();
    SmallVector<Function *, 8> reached;
    copy_if(functions, std::back_inserter(reached), [&](Function *known) { return shapes_.contains(known); });
    solve(reached);
  }
}

void ProgramShapes::solve(SmallVector<Function *, 8> roots) {
  SetVector<Function *> worklist(roots.begin(), roots.end());
  while (!worklist.empty()) {
    Function *function = worklist.pop_back_val();
    shapes_.insert_or_assign(function, LaneShapes(*function, block_, &calls_));
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallInst>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && calls_.contains(callee) &&
          (passArguments(*call, shapes_.at(function)) || !shapes_.contains(callee)))
        worklist.insert(callee);
    }
    if (!findResult(*function))
      continue;
    for (User *user : function->users())
      if (auto *call = dyn_cast<CallInst>(user); call && shapes_.contains(call->getFunction()))
        worklist.insert(call->getFunction());
  }
}

bool ProgramShapes::passArguments(const CallInst &call, const LaneShapes &caller) {
  CallShapes &callee = calls_.find(call.getCalledFunction())->second;
  bool changed = false;
  for (const Use &argument : drop_begin(call.args()))
    changed |= lower(callee.parameters[argument.getOperandNo()], caller.of(argument));
  return changed;
}

bool ProgramShapes::findResult(const Function &function) {
  auto found = calls_.find(&function);
  if (found == calls_.end() || function.getReturnType()->isVoidTy())
    return false;
  bool changed = false;
  for (const BasicBlock &block : function)
    if (auto *exit = dyn_cast<ReturnInst>(block.getTerminator()))
      changed |= lower(found->second.result, shapes_.at(&function).of(exit->getReturnValue()));
  return changed;
}

} // namespace raddle::analysis
