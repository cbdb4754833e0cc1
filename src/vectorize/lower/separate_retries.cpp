// Loops that try again until nobody has come in between (analysis/failed_attempts.h). Lanes that run together would all see the same
// and fail but one, again and again: 32 lanes at one address would make 528 attempts. So each lane is to do all of its own
// before the next one begins, and the loop becomes a function for one lane.

#include "analysis/failed_attempts.h"
#include "nvvm/markers.h"
#include "vectorize/passes.h"
#include "vectorize/remarks.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

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
  function->addFnAttr(marker::kLaneByLane);
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

// At most one value is used after the loop.
bool hasOneResult(const BasicBlock &exit) {
  auto results = exit.phis();
  if (results.empty())
    return true;
  const Type *type = results.begin()->getType();
  return std::next(results.begin()) == results.end() &&
         (type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy());
}

// One loop; whether there was one.
bool separateOne(Function &function, const Report &report) {
  constexpr StringLiteral kWhyNot =
      "this loop calls functions, uses local memory or has several results, so that lanes retry it together";
  DominatorTree dominators(function);
  LoopInfo loops(dominators);
  for (Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || !analysis::goesOnOnlyAfterFailures(*loop, dominators))
      continue;
    if (!isForOneLane(*loop)) {
      refuse(report, *loop->getHeader()->getTerminator(), kWhyNot);
      continue;
    }
    simplifyLoop(loop, &dominators, &loops, nullptr, nullptr, nullptr, /*PreserveLCSSA=*/false);
    formLCSSA(*loop, dominators, &loops, nullptr);
    const BasicBlock *exit = loop->getUniqueExitBlock();
    if (!loop->isLoopSimplifyForm() || !exit || !hasOneResult(*exit)) {
      refuse(report, *loop->getHeader()->getTerminator(), kWhyNot);
      continue;
    }
    outline(*loop, function);
    return true;
  }
  return false;
}

} // namespace

void separateRetries(Module &module, const Report &report) {
  SmallVector<Function *, 16> functions;
  for (Function &function : module)
    if (!function.isDeclaration())
      functions.push_back(&function);
  for (Function *function : functions)
    while (separateOne(*function, report)) {
    }
}

} // namespace raddle::vectorize
