// LLVM's optimiser on code for one thread, as far as it does not ask which machine it is for.

#include "analysis/address_taken.h"
#include "vectorize/function_passes.h"
#include "vectorize/llvm_options.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// LLVM counts 5 for most instructions, and less for what inlining makes simpler. A call costs more here than
// in ordinary code, and inlining it on a GPU is the rule.
constexpr int kInlinerThreshold = 5 * 250;

// The kernel is the only function, for both engines: with 32 lanes it brings along what its pointers lead to.
bool isAlone(const Function *kernel, const Module &module) {
  return kernel && !analysis::callsIndirectly(*kernel) && all_of(module, [&](const Function &function) {
           return function.isDeclaration() || &function == kernel;
         });
}

// LLVM's O2, up to where it would look at the machine. Where nothing is left to inline, what goes from function to
// function, and what prepares for it, finds nothing either, and takes a sixth of the time.
ModulePassManager simplification(PassBuilder &builder, bool is_alone) {
  if (!is_alone)
    return builder.buildModuleSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  FunctionPassManager functions;
  functions.addPass(LowerExpectIntrinsicPass());
  functions.addPass(SimplifyCFGPass());
  functions.addPass(PromotePass());
  functions.addPass(
      builder.buildFunctionSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None));
  ModulePassManager pipeline;
  pipeline.addPass(createModuleToFunctionPassAdaptor(std::move(functions), /*EagerlyInvalidate=*/true));
  pipeline.addPass(createModuleToPostOrderCGSCCPassAdaptor(PostOrderFunctionAttrsPass()));
  return pipeline;
}

} // namespace

void simplify(Module &module, const Function *kernel, TargetMachine &machine, SimplifyExtensions &extensions) {
  // LLVM drops or splits parameters of internal functions. The passes after this one still need every
  // function's thread, so to LLVM all functions are visible from outside for the time being.
  SmallVector<Function *, 16> internal;
  for (Function &function : module)
    if (function.hasLocalLinkage() && !function.isDeclaration()) {
      function.setLinkage(GlobalValue::ExternalLinkage);
      internal.push_back(&function);
    }

  // With counters of 64 bits LLVM computes indices anew, and no longer says that those of 32 bits do not
  // overflow; but that shows that neighbouring lanes have neighbouring elements.
  constexpr StringRef kWidenCounters = "indvars-widen-indvars";
  setLlvmOption(kWidenCounters, false);
  // What was computed on one side of a branch and is computed again after it would come from a phi, for which it is
  // computed on the other side as well: no longer a value that all lanes share, or that of each lane's neighbour plus one.
  constexpr StringRef kPartialRedundancies = "enable-pre";
  setLlvmOption(kPartialRedundancies, false);

  LlvmPasses llvm(machine, kInlinerThreshold);
  for (const SimplifyExtension extension : extensions)
    extension(llvm.builder);
  simplification(llvm.builder, isAlone(kernel, module)).run(module, llvm.modules);
  extensions.clear();
  setLlvmOption(kWidenCounters, true);
  setLlvmOption(kPartialRedundancies, true);

  for (Function *function : internal)
    function->setLinkage(GlobalValue::InternalLinkage);
}

// LLVM passes poison for a parameter that the callee does not use; the thread will be used later on.
void restoreThreads(Module &module) {
  for (Function &function : module)
    for (Instruction &instruction : instructions(function)) {
      auto *call = dyn_cast<CallBase>(&instruction);
      Function *callee = call ? call->getCalledFunction() : nullptr;
      if (callee && !callee->isDeclaration() && isa<UndefValue>(call->getArgOperand(0)))
        call->setArgOperand(0, threadOf(function));
    }
}

// The last of LLVM's passes leave branches whose way is known. Where one goes back to the place where a lock is tried
// again, that would look like a part of a larger loop that nobody waits in.
void foldKnownBranches(Module &module) {
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    for (BasicBlock &block : function)
      ConstantFoldTerminator(&block, /*DeleteDeadConditions=*/true);
    removeUnreachableBlocks(function);
  }
}

} // namespace raddle::vectorize
