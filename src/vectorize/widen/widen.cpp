// A kernel for one thread becomes a kernel for one warp.
//
//   void @kernel(ptr %thread, ...)        runs the thread that %thread describes
//   becomes
//   void @kernel(ptr %thread, ...)        runs the warp whose first thread %thread describes, in a block of
//   the
//                                         class that the job names
//
// The functions that it calls become functions for the lanes of a warp that call them (see warp_emitter.h).
//
// Kernels that have no vector form are left alone, and the job says why; they run on the thread engine.

#include "analysis/address_taken.h"
#include "analysis/program_shapes.h"
#include "analysis/stored_words.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/widen/call_effects.h"
#include "vectorize/widen/fuse_warps.h"
#include "vectorize/widen/interleave_arrays.h"
#include "vectorize/widen/kernel_shapes.h"
#include "vectorize/widen/known_extents.h"
#include "vectorize/widen/lane_dependence.h"
#include "vectorize/widen/late_exits.h"
#include "vectorize/widen/load_either_way.h"
#include "vectorize/widen/moved_pointers.h"
#include "vectorize/widen/normal_form.h"
#include "vectorize/widen/polling_warps.h"
#include "vectorize/widen/prefetch_ahead.h"
#include "vectorize/widen/separate_held_lanes.h"
#include "vectorize/widen/store_either_way.h"
#include "vectorize/widen/stride_versions.h"
#include "vectorize/widen/thread_engine_reasons.h"
#include "vectorize/widen/unroll_rounds.h"
#include "vectorize/widen/unroll_walks.h"
#include "vectorize/widen/warp_emitter.h"
#include "vectorize/widen/whole_warp_guards.h"
#include "vectorize/widen/whole_warp_loops.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/Transforms/Utils/Cloning.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// The kernel, then all functions that it can reach.
SmallVector<Function *, 8> reachableFunctions(Function &kernel) {
  SetVector<Function *> reached;
  reached.insert(&kernel);
  for (size_t i = 0; i < reached.size(); ++i)
    for (Instruction &instruction : instructions(reached[i])) {
      auto *call = dyn_cast<CallInst>(&instruction);
      if (!call || call->isInlineAsm())
        continue;
      if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration()) {
        if (!callee->hasFnAttribute(kLaneByLane))
          reached.insert(callee);
      } else if (call->isIndirectCall()) {
        auto targets = analysis::indirectTargetsOf(*call);
        reached.insert(targets.begin(), targets.end());
      }
    }
  return reached.takeVector();
}

// Why one of the functions cannot run 32 lanes at once, or "".
std::string whyNotInStep(ArrayRef<Function *> functions, const analysis::ProgramShapes &shapes) {
  for (Function *function : functions) {
    const analysis::LaneShapes &own = shapes.of(function);
    const bool is_kernel = function == functions.front();
    std::string reason = whyLanesWaitForEachOther(*function, is_kernel, own, LinearOrder(*function, own));
    if (!reason.empty())
      return reason;
  }
  return {};
}

// What a version for a warp keeps of the function for a thread.
void describeVersion(Function &version, Function &source) {
  version.setVisibility(source.getVisibility());
  for (StringRef width : {"min-legal-vector-width", "prefer-vector-width"})
    version.removeFnAttr(width);
  // Vectors are as wide as they are for a reason.
  version.addFnAttr("prefer-vector-width", "512");
  version.addFnAttr("min-legal-vector-width", "512");
  version.copyMetadata(&source, 0);
  source.setSubprogram(nullptr);
}

Function *declareWarpKernel(Function &kernel) {
  auto *warp = Function::Create(kernel.getFunctionType(), kernel.getLinkage(), kernel.getAddressSpace(), "",
                                kernel.getParent());
  warp->takeName(&kernel);
  kernel.setName(warp->getName() + ".thread");
  warp->setAttributes(kernel.getAttributes());
  warp->removeFnAttr(Attribute::Memory);
  warp->removeFnAttr(Attribute::Convergent);
  describeVersion(*warp, kernel);
  for (Argument &argument : kernel.args())
    warp->getArg(argument.getArgNo())->setName(argument.getName());
  for (Attribute::AttrKind inferred :
       {Attribute::ReadOnly, Attribute::WriteOnly, Attribute::ReadNone, Attribute::NoCapture})
    warp->removeParamAttr(0, inferred);
  return warp;
}

// Null where a parameter or the result has no vector form.
Function *declareWarpFunction(Function &source, const analysis::CallShapes &shapes) {
  LLVMContext &context = source.getContext();
  SmallVector<Type *, 8> parameters{source.getArg(0)->getType()};
  parameters.append(WarpEmitter::kMaskParameters, Type::getInt32Ty(context));
  for (Argument &argument : drop_begin(source.args()))
    parameters.push_back(shapes.parameters[argument.getArgNo()].isVarying()
                             ? WarpEmitter::widened(argument.getType())
                             : argument.getType());
  Type *result = source.getReturnType();
  if (!result->isVoidTy() && shapes.result.isVarying())
    result = WarpEmitter::widened(result);
  if (!result || is_contained(parameters, nullptr))
    return nullptr;
  auto *warp = Function::Create(FunctionType::get(result, parameters, false), GlobalValue::InternalLinkage,
                                source.getName() + ".warp", source.getParent());
  for (StringRef kept : {"target-cpu", "target-features", "frame-pointer"})
    if (source.hasFnAttribute(kept))
      warp->addFnAttr(source.getFnAttribute(kept));
  for (Attribute::AttrKind kept : {Attribute::NoInline, Attribute::OptimizeNone})
    if (source.hasFnAttribute(kept))
      warp->addFnAttr(kept);
  warp->setDoesNotThrow();
  warp->setUWTableKind(UWTableKind::Default);
  describeVersion(*warp, source);
  warp->getArg(0)->setName("thread");
  warp->getArg(1)->setName("mask");
  warp->getArg(2)->setName("live");
  for (Argument &argument : drop_begin(source.args()))
    warp->getArg(argument.getArgNo() + WarpEmitter::kMaskParameters)->setName(argument.getName());
  return warp;
}

void notePolls(CompileJob &job) {
  const PollingWarps polling = pollingWarps(*job.kernel, job.block);
  job.polls_for_blocks = polling == PollingWarps::kForBlocks && job.optimize;
  if (waitsForWrites(*job.kernel))
    job.flags |= kRaddleKernelWaitsForBlocks;
}

DebugLoc placeOf(const Function &function) {
  DISubprogram *program = function.getSubprogram();
  return program ? DebugLoc(DILocation::get(function.getContext(), program->getLine(), 0, program))
                 : DebugLoc();
}

// Writes `source` into `version`; why it could not, or "".
std::string emitFunction(CompileJob &job, Function &source, const analysis::LaneShapes &shapes,
                         const WarpFunctions &functions, Function &version) {
  BasicBlock *entry = BasicBlock::Create(source.getContext(), "entry", &version);
  BasicBlock *start = BasicBlock::Create(source.getContext(), "start", &version);
  BranchInst::Create(start, entry)->setDebugLoc(placeOf(version));
  WarpEmitter emitter(job, source, shapes, functions, version, start);
  return emitter.emit() ? "" : emitter.reason();
}

// The functions for one thread, and those that nothing reaches.
void eraseThreadVersions(Module &module, ArrayRef<Function *> warp_functions) {
  SmallVector<Function *, 16> old;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(kLaneByLane) &&
        !is_contained(warp_functions, &function))
      old.push_back(&function);
  for (Function *function : old)
    function->dropAllReferences();
  for (Function *function : old) {
    function->replaceAllUsesWith(PoisonValue::get(function->getType()));
    function->eraseFromParent();
  }
}

// Each stands in its loop over the lanes now.
void inlineLaneByLane(Module &module) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.hasFnAttribute(kLaneByLane))
      continue;
    for (User *user : make_early_inc_range(function.users())) {
      InlineFunctionInfo inlining;
      if (auto *call = dyn_cast<CallInst>(user))
        InlineFunction(*call, inlining);
    }
    function.eraseFromParent();
  }
}

} // namespace

void widen(CompileJob &job) {
  if (job.lanes != kLanes || !job.kernel)
    return;
  job.local_bytes = localBytes(*job.module);
  job.stored_words = analysis::storedWords(*job.kernel);
  SmallVector<Function *, 8> sources = reachableFunctions(*job.kernel);
  noteCallEffects(sources);
  for (Function *source : sources)
    fillInExtents(*source, job.block);
  for (Function *source : sources)
    bringIntoNormalForm(*source, source == job.kernel, *job.target);
  separateHeldLanes(job);
  // Without calls whose results nobody needs.
  sources = reachableFunctions(*job.kernel);
  // In blocks of other shapes other branches part the lanes, so the engine may be another one.
  const analysis::ProgramShapes early_shapes(sources, job.block);
  job.thread_engine_reason = whyNotInStep(sources, early_shapes);
  if (!job.thread_engine_reason.empty())
    return;
  for (Function *source : sources)
    if (interleaveArrays(*source, early_shapes.of(source)))
      shapeLoops(*source, *job.target);

  countMovedPointers(job);
  KernelShapes kernel_shapes(job);
  const unsigned warps_in_step = unrollRounds(job, kernel_shapes);
  unrollWalks(job, kernel_shapes);
  separateStrides(job, kernel_shapes);
  storeEitherWay(job, kernel_shapes);
  separateWholeWarps(job, kernel_shapes);
  leaveLate(job, kernel_shapes);
  loadEitherWay(job, kernel_shapes);
  separateWholeGuards(job, kernel_shapes, WholeGuards::kAroundLoops);
  fuseWarps(job, warps_in_step);
  kernel_shapes.forget();
  separateWholeGuards(job, kernel_shapes, WholeGuards::kAroundNeighbours);
  prefetchAhead(job);
  notePolls(job);
  sources = reachableFunctions(*job.kernel);
  const analysis::ProgramShapes shapes(sources, job.block);
  WarpFunctions functions{.shapes = shapes.calls()};
  SmallVector<Function *, 8> versions{declareWarpKernel(*job.kernel)};
  for (Function *source : drop_begin(sources)) {
    Function *version = declareWarpFunction(*source, shapes.calls().find(source)->second);
    if (!version) {
      job.thread_engine_reason = threadEngineReason(Obstacle::kParameterType, source->getEntryBlock().front(),
                                                    readableName(*source));
      return;
    }
    functions.versions[source] = version;
    versions.push_back(version);
  }
  for (auto [source, version] : zip_equal(sources, versions)) {
    job.thread_engine_reason = emitFunction(job, *source, shapes.of(source), functions, *version);
    if (!job.thread_engine_reason.empty())
      return;
  }
  job.kernel->replaceAllUsesWith(versions.front());
  eraseThreadVersions(*job.module, versions);
  inlineLaneByLane(*job.module);
  job.kernel = versions.front();
}

} // namespace raddle::vectorize
