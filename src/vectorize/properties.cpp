#include "vectorize/properties.h"

#include "nvvm/markers.h"
#include "vectorize/block/code_parts.h"
#include "vectorize/block/prepare_kernel.h"
#include "vectorize/fields.h"
#include "vectorize/normalise/minima.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/normal_form.h"
#include "vectorize/reshape/reachable_functions.h"
#include "vectorize/slices.h"

#include <llvm/ADT/bit.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

std::string textOf(const Value &value) {
  std::string text;
  raw_string_ostream stream(text);
  value.print(stream);
  return text;
}

std::string at(const Function &function, const Value &value) {
  return fmt::format("in {}:{}", readableName(function), textOf(value));
}

// What `find` says of the first instruction of which it says something.
template <typename Find> std::string firstInstruction(const CompileJob &job, Find find) {
  for (const Module *module : modulesOf(job))
    for (const Function &function : *module)
      for (const Instruction &instruction : instructions(function))
        if (find(instruction))
          return at(function, instruction);
  return {};
}

bool isPassedThread(const Function &function) {
  return !function.arg_empty() && function.getArg(0)->getType()->isPointerTy();
}

std::string functionsWithoutThread(const CompileJob &job) {
  for (const Function &function : *job.module)
    if (!function.isDeclaration() && !isPassedThread(function))
      return fmt::format("{} has no parameter for it", readableName(function));
  return firstInstruction(job, [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && !callee->isDeclaration() && isa<UndefValue>(call->getArgOperand(0));
  });
}

// Minima are called by NVVM's names until bindMaths (see minima.h).
std::string nvvmLeft(const CompileJob &job) {
  return firstInstruction(job, [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with("llvm.nvvm.") &&
           plainMinimum(callee->getIntrinsicID()) == callee->getIntrinsicID();
  });
}

bool isOfDevice(const Type &type) { return type.isPtrOrPtrVectorTy() && type.getPointerAddressSpace() != 0; }

std::string devicePointers(const CompileJob &job) {
  // A variable that no code uses belongs to the module object, and keeps its address space.
  for (const GlobalVariable &variable : job.module->globals())
    if (variable.getAddressSpace() != 0 && any_of(variable.users(), [](const User *user) {
          return isa<Instruction>(user) || isa<ConstantExpr>(user);
        }))
      return textOf(variable);
  return firstInstruction(job, [](const Instruction &instruction) {
    return isOfDevice(*instruction.getType()) ||
           any_of(instruction.operand_values(),
                  [](const Value *operand) { return isOfDevice(*operand->getType()); });
  });
}

std::string notNormal(const Function &function) {
  const Instruction *returns = nullptr;
  for (const BasicBlock &block : function) {
    const Instruction *terminator = block.getTerminator();
    if (isa<SwitchInst>(terminator))
      return "a switch " + at(function, *terminator);
    if (isa<ReturnInst>(terminator) && std::exchange(returns, terminator))
      return "a second return " + at(function, *terminator);
  }
  const DominatorTree dominators(const_cast<Function &>(function));
  const LoopInfo loops(dominators);
  const ReversePostOrderTraversal<const Function *> order(&function);
  if (containsIrreducibleCFG<const BasicBlock *>(order, loops))
    return fmt::format("in {}: blocks form a cycle that is entered in two places", readableName(function));
  for (const Loop *loop : const_cast<LoopInfo &>(loops).getLoopsInPreorder()) {
    const Instruction &header = loop->getHeader()->front();
    if (!loop->isLoopSimplifyForm())
      return "a loop without preheader, single latch or exits of its own " + at(function, header);
    if (!loop->isLCSSAForm(dominators))
      return "values leave a loop without phis " + at(function, header);
  }
  return {};
}

std::string functionsNotNormal(const CompileJob &job) {
  if (!job.kernel)
    return {};
  for (const Function *function : reachableFunctions(*job.kernel))
    if (std::string found = notNormal(*function); !found.empty())
      return found;
  return {};
}

std::string threadFieldsLeft(const CompileJob &job) {
  return firstInstruction(job, [](const Instruction &instruction) {
    auto *call = dyn_cast<CallBase>(&instruction);
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && callee->getName().starts_with(marker::kThreadField);
  });
}

std::string entriesMissing(const CompileJob &job) {
  return !job.kernel || job.outputs.thread_entry || job.outputs.block_entry ? ""
                                                                            : "the kernel has no entry point";
}

std::string fissionPointsLeft(const CompileJob &job) { return firstInstruction(job, isFissionPoint); }

constexpr PropertyRow kRows[] = {
    {kThreadsPassed, "threads passed",
     "every function has its thread as first parameter, and every call passes it on", functionsWithoutThread},
    {kNoNvvm, "no NVVM", "no NVVM intrinsic is called but those that stand for minima and maxima", nvvmLeft},
    {kHostPointers, "host pointers", "all pointers of the code are in address space 0", devicePointers},
    {kNormalForm, "normal form",
     "one return, no switches, reducible loops in LLVM's simplified and closed form", functionsNotNormal,
     over<normaliseLoops>},
    {kNoThreadFields, "thread fields resolved", "threadIdx and the like are loads or vectors",
     threadFieldsLeft},
    {kHasEntries, "entries", "what the runtime calls exists", entriesMissing},
    {kNoFissionPoints, "no fission points", "all barriers are the program's", fissionPointsLeft},
};

} // namespace

std::span<const PropertyRow> properties() { return kRows; }

unsigned propertiesOf(const CompileJob &job) {
  unsigned held = 0;
  for (const PropertyRow &row : kRows)
    if (row.contradiction(job).empty())
      held |= row.property;
  return held;
}

} // namespace raddle::vectorize
