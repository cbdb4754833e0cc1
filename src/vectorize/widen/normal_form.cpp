#include "vectorize/widen/normal_form.h"

#include "vectorize/widen/leaving_lanes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/DCE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/Scalarizer.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Structures that are passed by value lie in the launch's parameter buffer, which all lanes share. A kernel
// that changes its copy gets one in each lane.
void copyWrittenParameters(Function &kernel) {
  IRBuilder<> builder(&*kernel.getEntryBlock().getFirstInsertionPt());
  for (Argument &argument : kernel.args()) {
    if (!argument.hasByValAttr() || argument.onlyReadsMemory())
      continue;
    Type *type = argument.getParamByValType();
    AllocaInst *copy = builder.CreateAlloca(type, nullptr, argument.getName() + ".own");
    copy->setAlignment(argument.getParamAlign().valueOrOne());
    argument.replaceAllUsesWith(copy);
    builder.CreateMemCpy(copy, copy->getAlign(), &argument, copy->getAlign(),
                         kernel.getParent()->getDataLayout().getTypeAllocSize(type));
  }
}

} // namespace

void bringIntoNormalForm(Function &kernel, TargetMachine &target) {
  removeUnreachableBlocks(kernel);
  copyWrittenParameters(kernel);

  PassBuilder builder(&target);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(call_graphs);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, call_graphs, modules);

  FunctionPassManager passes;
  passes.addPass(SROAPass(SROAOptions::PreserveCFG));
  passes.addPass(LowerSwitchPass());
  ScalarizerPassOptions scalarize;
  scalarize.ScalarizeVariableInsertExtract = true;
  scalarize.ScalarizeLoadStore = true;
  passes.addPass(ScalarizerPass(scalarize));
  passes.addPass(DCEPass());
  passes.addPass(FixIrreduciblePass());
  passes.run(kernel, functions);

  FunctionPassManager shape_loops;
  shape_loops.addPass(UnifyFunctionExitNodesPass());
  shape_loops.addPass(LoopSimplifyPass());
  shape_loops.addPass(LCSSAPass());
  shape_loops.run(kernel, functions);
  if (!separateLeavingLanes(kernel))
    return;
  functions.invalidate(kernel, PreservedAnalyses::none());
  shape_loops.run(kernel, functions);
}

} // namespace raddle::vectorize
