#include "analysis/address_taken.h"
#include "vectorize/code_parts.h"
#include "vectorize/joins_of_prints.h"
#include "vectorize/keep_tiles_rolled.h"
#include "vectorize/llvm_options.h"
#include "vectorize/optimize/batch_tiles.h"
#include "vectorize/optimize/blocks_in_step.h"
#include "vectorize/optimize/cleared_lanes.h"
#include "vectorize/optimize/compare_under_masks.h"
#include "vectorize/optimize/compose_shuffles.h"
#include "vectorize/optimize/copy_tiles_ahead.h"
#include "vectorize/optimize/exchange_by_minima.h"
#include "vectorize/optimize/forward_stores.h"
#include "vectorize/optimize/interleave_warps.h"
#include "vectorize/optimize/lanes_in_memory_order.h"
#include "vectorize/optimize/narrow_accesses.h"
#include "vectorize/optimize/share_addresses.h"
#include "vectorize/optimize/split_crowded_loops.h"
#include "vectorize/optimize/spread_prefetches.h"
#include "vectorize/optimize/store_sums_early.h"
#include "vectorize/optimize/stream_stores.h"
#include "vectorize/optimize/turns_in_pairs.h"
#include "vectorize/optimize/unroll_crowded_loops.h"
#include "vectorize/passes.h"
#include "vectorize/unroll_local_arrays.h"

#include <llvm/Analysis/CGSCCPassManager.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/FunctionAttrs.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>

#include <string>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// LLVM counts 5 for most instructions, and less for what inlining makes simpler. A call costs more here than
// in ordinary code, and inlining it on a GPU is the rule.
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

// The kernel is the only function, for both engines: with 32 lanes it brings along what its pointers lead to.
bool isAlone(const CompileJob &job) {
  return job.kernel && !analysis::callsIndirectly(*job.kernel) &&
         all_of(*job.module, [&](const Function &function) {
           return function.isDeclaration() || &function == job.kernel;
         });
}

// LLVM's O2, up to where it would look at the machine. Where nothing is left to inline, what goes from function to
// function, and what prepares for it, finds nothing either, and takes a sixth of the time.
ModulePassManager simplification(PassBuilder &builder, const CompileJob &job) {
  if (!isAlone(job))
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

void simplify(CompileJob &job) {
  // LLVM drops or splits parameters of internal functions. The passes behind this one still need every
  // function's thread, so to LLVM all functions are visible from outside for the time being.
  SmallVector<Function *, 16> internal;
  for (Function &function : *job.module)
    if (function.hasLocalLinkage() && !function.isDeclaration()) {
      function.setLinkage(GlobalValue::ExternalLinkage);
      internal.push_back(&function);
    }

  // With counters of 64 bits LLVM computes indices anew, and no longer says that those of 32 bits do not
  // overflow; but that shows that neighbouring lanes have neighbouring elements.
  constexpr StringRef kWidenCounters = "indvars-widen-indvars";
  setLlvmOption(kWidenCounters, false);
  // What was computed on one side of a branch and is computed again behind it would come from a phi, for which it is
  // computed on the other side as well: no longer a value that all lanes share, or that of each lane's neighbour plus one.
  constexpr StringRef kPartialRedundancies = "enable-pre";
  setLlvmOption(kPartialRedundancies, false);

  PassRun run(job.target, kInlinerThreshold);
  ModulePassManager pipeline;
  if (job.optimize) {
    holdJoinsOfPrints(job);
    unrollLoopsOverLocalArrays(run.builder);
    keepTilesRolled(run.builder);
    pipeline = simplification(run.builder, job);
    // Behind loops that are unrolled late LLVM only looks for the same load a hundred instructions ahead.
    pipeline.addPass(createModuleToFunctionPassAdaptor(EarlyCSEPass(/*UseMemorySSA=*/true)));
  } else {
    // With -G the user wants to see every variable; only what the analyses need is done.
    pipeline.addPass(AlwaysInlinerPass());
  }
  pipeline.run(*job.module, run.modules);
  releaseJoins(*job.module);
  setLlvmOption(kWidenCounters, true);
  setLlvmOption(kPartialRedundancies, true);

  foldKnownBranches(*job.module);
  restoreThreads(*job.module);
  for (Function *function : internal)
    function->setLinkage(GlobalValue::InternalLinkage);
  GlobalDCEPass().run(*job.module, run.modules);
}

namespace {

// All that LLVM can do for one thread is done by `simplify`. What is left of its O2 pipeline, which takes
// twice the time: the kernel is inlined into the entries, and leaves no body behind that would be optimised
// too; the thread's fields, and what widening has written, become values; one round of scalar passes; then
// what O2 does last. Jump threading is for loops over warps, where it saves registers.
constexpr StringLiteral kScalarPasses =
    "sroa<modify-cfg>,early-cse<memssa>,jump-threading,simplifycfg<switch-range-to-icmp>,"
    "instcombine<no-verify-fixpoint>,reassociate,"
    "loop-mssa(loop-rotate,licm<allowspeculation>,simple-loop-unswitch<trivial>),"
    "simplifycfg<switch-range-to-icmp>,"
    "loop(loop-idiom,indvars,loop-deletion),sroa<modify-cfg>,";
constexpr StringLiteral kMemoryPasses =
    "gvn,dse,"
    "simplifycfg<switch-range-to-icmp;hoist-common-insts;sink-common-insts>,instcombine<no-verify-fixpoint>,";
// For one lane LLVM may vectorise, over the threads of a block. A warp's code are vectors already.
constexpr StringLiteral kLoopsOfOneLane = "loop(loop-rotate),loop-vectorize,";
constexpr StringLiteral kLoopsOfWarps =
    "compose-shuffles,exchange-by-minima,lanes-in-memory-order,unroll-crowded-loops,batch-tiles,"
    "copy-tiles-ahead,split-crowded-loops,spread-prefetches,interleave-warps,store-sums-early,";
constexpr StringLiteral kLateScalarPasses =
    "vector-combine,loop-unroll<O2>,sroa<preserve-cfg>,instcombine<no-verify-fixpoint>,";
constexpr StringLiteral kLastPasses = "loop-mssa(licm<allowspeculation>),instsimplify,div-rem-pairs,"
                                      "simplifycfg<speculate-unpredictables>";
constexpr StringLiteral kFinalSimplification =
    "simplifycfg<forward-switch-cond;switch-range-to-icmp;switch-to-lookup;no-keep-loops;hoist-common-insts;"
    "sink-common-insts>,";

std::string optimizingPasses(const CompileJob &job) {
  const bool one = job.lanes == 1;
  return (Twine("always-inline,globaldce,function<eager-inv>(") +
          (job.turns_in_a_row ? "loop(loop-unroll-full)," : "") + kScalarPasses +
          (one ? "" : "narrow-accesses,forward-stores,") + kMemoryPasses +
          (one ? kLoopsOfOneLane : kLoopsOfWarps) + kFinalSimplification + (one ? "slp-vectorizer," : "") +
          kLateScalarPasses + (one ? "" : "share-addresses,") + kLastPasses + "),globaldce,constmerge")
      .str();
}

} // namespace

// The shared memory of a block, where nothing but one function sees it and its size is known; else 0.
static std::uint64_t bytesOfTiles(const CompileJob &job) {
  const bool may_keep =
      job.loops_over_warps && job.parts.empty() && !job.has_dynamic_shared && job.shared_for_debugger.empty();
  return may_keep ? job.static_shared_bytes : 0;
}

namespace {

void optimizeModule(CompileJob &job, Module &module, TargetMachine &target) {
  PassRun run(&target);
  ModulePassManager pipeline;
  if (job.optimize) {
    if (job.lanes != 1) {
      narrowAccesses(run.builder);
      forwardStores(run.builder, job.block_entry,
                    job.has_dynamic_shared ? std::optional<std::uint64_t>(job.static_shared_bytes)
                                           : std::nullopt);
      composeShuffles(run.builder);
      exchangeByMinima(run.builder, VectorRegisters::of(job));
      orderLanesAsMemory(run.builder, VectorRegisters::of(job));
      unrollCrowdedLoops(run.builder, VectorRegisters::of(job));
      batchTiles(run.builder, VectorRegisters::of(job), bytesOfTiles(job), isZen(job));
      copyTilesAhead(run.builder, VectorRegisters::of(job), bytesOfTiles(job));
      splitCrowdedLoops(run.builder, VectorRegisters::of(job));
      spreadPrefetches(run.builder);
      shareAddresses(run.builder);
      storeSumsEarly(run.builder, isZen(job));
      interleaveWarps(run.builder, VectorRegisters::of(job));
    }
    cantFail(run.builder.parsePassPipeline(pipeline, optimizingPasses(job)));
  } else {
    pipeline = run.builder.buildO0DefaultPipeline(OptimizationLevel::O0);
  }
  pipeline.run(module, run.modules);
  if (job.optimize && job.lanes != 1 && job.block_entry && job.stored_words > 0)
    for (Function &function : module)
      if (&function == job.block_entry || (function.hasFnAttribute(kPartOfCode) && !function.isDeclaration()))
        streamStores(function, job.stored_words);
  if (job.optimize && job.lanes != 1 && job.block_entry && job.parts.empty() &&
      job.target->getTargetTriple().isX86())
    putBlocksInStep(job);
  for (Function &function : module) {
    clearLanesByAnd(function);
    if (job.optimize && job.lanes != 1) {
      compareUnderMasks(function, VectorRegisters::of(job));
      takeTurnsInPairs(job, function);
    }
  }
}

} // namespace

void optimize(CompileJob &job) {
  // What the warps keep across barriers is one variable with many uses, and still nobody else's.
  if (job.optimize && job.lanes != 1)
    setLlvmOption<unsigned>("capture-tracking-max-uses-to-explore", 1000);
  forEachModule(
      job, [&](unsigned, Module &module, TargetMachine &target) { optimizeModule(job, module, target); });
}

} // namespace raddle::vectorize
