#include "vectorize/llvm_options.h"
#include "vectorize/passes.h"
#include "vectorize/split_crowded_loops.h"
#include "vectorize/unroll_local_arrays.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// LLVM counts 5 for most instructions, and less for what inlining makes simpler. A call costs more here than in
// ordinary code, and inlining it on a GPU is the rule.
constexpr int kInlinerThreshold = 5 * 250;

// The pass builder with everything registered, for one run over one module.
struct PassRun {
  explicit PassRun(TargetMachine *target, int inliner_threshold = -1)
      : builder(target, tuning(inliner_threshold)) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(call_graphs);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, call_graphs, modules);
  }
  static PipelineTuningOptions tuning(int inliner_threshold) {
    PipelineTuningOptions options;
    options.InlinerThreshold = inliner_threshold;
    options.LoopVectorization = true;
    options.SLPVectorization = true;
    return options;
  }
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager call_graphs;
  ModuleAnalysisManager modules;
  PassBuilder builder;
};

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

}  // namespace

void simplify(CompileJob &job) {
  // LLVM drops or splits parameters of internal functions. The passes behind this one still need every
  // function's thread, so to LLVM all functions are visible from outside for the time being.
  SmallVector<Function *, 16> internal;
  for (Function &function : *job.module)
    if (function.hasLocalLinkage() && !function.isDeclaration()) {
      function.setLinkage(GlobalValue::ExternalLinkage);
      internal.push_back(&function);
    }

  // With counters of 64 bits LLVM computes indices anew, and no longer says that those of 32 bits do not overflow;
  // but that shows that neighbouring lanes have neighbouring elements.
  constexpr StringRef kWidenCounters = "indvars-widen-indvars";
  setLlvmOption(kWidenCounters, false);

  PassRun run(job.target, kInlinerThreshold);
  ModulePassManager pipeline;
  if (job.optimize) {
    unrollLoopsOverLocalArrays(run.builder);
    pipeline = run.builder.buildModuleSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  } else {
    // With -G the user wants to see every variable; only what the analyses need is done.
    pipeline.addPass(AlwaysInlinerPass());
  }
  pipeline.run(*job.module, run.modules);
  setLlvmOption(kWidenCounters, true);

  restoreThreads(*job.module);
  for (Function *function : internal)
    function->setLinkage(GlobalValue::InternalLinkage);
  GlobalDCEPass().run(*job.module, run.modules);
}

void optimize(CompileJob &job) {
  PassRun run(job.target);
  if (job.lanes != 1 && job.optimize) {
    // What the warps keep across barriers is one variable with many uses, and still nobody else's.
    setLlvmOption<unsigned>("capture-tracking-max-uses-to-explore", 1000);
    splitCrowdedLoops(run.builder, VectorRegisters::of(job));
  }
  ModulePassManager pipeline = job.optimize ? run.builder.buildPerModuleDefaultPipeline(OptimizationLevel::O2)
                                            : run.builder.buildO0DefaultPipeline(OptimizationLevel::O0);
  pipeline.run(*job.module, run.modules);
}

}  // namespace raddle::vectorize
