#include "vectorize/reshape/normal_form.h"

#include "vectorize/function_passes.h"
#include "vectorize/reshape/reachable_functions.h"

#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Structures that are passed by value: a kernel's lie in the launch's parameter buffer, which all lanes
// share, so a kernel that changes its copy gets one in each lane. Those of other functions lie wherever the
// caller has them; they are copied unless nobody changes them meanwhile.
void copyParametersOf(Function &function, bool is_kernel) {
  IRBuilder<> builder(&*function.getEntryBlock().getFirstInsertionPt());
  for (Argument &argument : function.args()) {
    if (!argument.hasByValAttr() || (argument.onlyReadsMemory() && (is_kernel || function.onlyReadsMemory())))
      continue;
    Type *type = argument.getParamByValType();
    AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".own");
    copy->setAlignment(argument.getParamAlign().valueOrOne());
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, copy->getAlign(), &argument, copy->getAlign(),
                         function.getParent()->getDataLayout().getTypeAllocSize(type));
  }
}

} // namespace

void shapeLoops(Function &function, TargetMachine &target) {
  FunctionPassManager passes;
  passes.addPass(UnifyFunctionExitNodesPass());
  passes.addPass(LoopSimplifyPass());
  passes.addPass(LCSSAPass());
  runPasses(passes, function, target);
}

void copyParameters(Function &kernel) {
  for (Function *function : reachableFunctions(kernel)) {
    removeUnreachableBlocks(*function);
    copyParametersOf(*function, function == &kernel);
  }
}

void scalarize(Function &kernel, TargetMachine &machine) {
  for (Function *function : reachableFunctions(kernel)) {
    FunctionPassManager passes;
    passes.addPass(SROAPass(SROAOptions::PreserveCFG));
    passes.addPass(LowerSwitchPass());
    ScalarizerPassOptions scalarize;
    scalarize.ScalarizeVariableInsertExtract = true;
    scalarize.ScalarizeLoadStore = true;
    passes.addPass(ScalarizerPass(scalarize));
    passes.addPass(DCEPass());
    passes.addPass(FixIrreduciblePass());
    runPasses(passes, *function, machine);
  }
}

void normaliseLoops(Function &kernel, TargetMachine &machine) {
  for (Function *function : reachableFunctions(kernel))
    shapeLoops(*function, machine);
}

} // namespace raddle::vectorize
