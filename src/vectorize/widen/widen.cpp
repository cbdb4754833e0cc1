// A kernel for one thread becomes a kernel for one warp.
//
//   void @kernel(ptr %thread, ...)        runs the thread that %thread describes
//   becomes
//   void @kernel(ptr %thread, ...)        runs the warp whose first thread %thread describes, in a block of the
//                                         class that the job names
//
// The functions that it calls become functions for the lanes of a warp that call them (see emit/function_emitter.h).
//
// Kernels that have no vector form are left alone, and the job says why; they run on the thread engine.

#include "analysis/program_shapes.h"
#include "nvvm/markers.h"
#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/reshape/lanes/thread_engine_reasons.h"
#include "vectorize/reshape/reachable_functions.h"
#include "vectorize/widen/emit/function_emitter.h"
#include "vectorize/widen/plan/describe_plan.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

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
  parameters.append(kMaskParameters, Type::getInt32Ty(context));
  for (Argument &argument : drop_begin(source.args()))
    parameters.push_back(shapes.parameters[argument.getArgNo()].isVarying() ? widened(argument.getType())
                                                                            : argument.getType());
  Type *result = source.getReturnType();
  if (!result->isVoidTy() && shapes.result.isVarying())
    result = widened(result);
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
    warp->getArg(argument.getArgNo() + kMaskParameters)->setName(argument.getName());
  return warp;
}

// The functions for one thread, and those that nothing reaches.
void eraseThreadVersions(Module &module, ArrayRef<Function *> warp_functions) {
  SmallVector<Function *, 16> old;
  for (Function &function : module)
    if (!function.isDeclaration() && !function.hasFnAttribute(marker::kLaneByLane) &&
        !is_contained(warp_functions, &function))
      old.push_back(&function);
  for (Function *function : old)
    function->dropAllReferences();
  for (Function *function : old) {
    function->replaceAllUsesWith(PoisonValue::get(function->getType()));
    function->eraseFromParent();
  }
}

} // namespace

void widen(Module &module, Function *&kernel, const Input &input, const TargetMachine &machine,
           Outputs &outputs, Report &report) {
  const SmallVector<Function *, 8> sources = reachableFunctions(*kernel);
  const analysis::ProgramShapes shapes(sources, input.block);
  WarpFunctions functions{.shapes = shapes.calls()};
  SmallVector<Function *, 8> versions{declareWarpKernel(*kernel)};
  for (Function *source : drop_begin(sources)) {
    Function *version = declareWarpFunction(*source, shapes.calls().find(source)->second);
    if (!version) {
      report.thread_engine_reason = threadEngineReason(
          Obstacle::kParameterType, source->getEntryBlock().front(), readableName(*source));
      return;
    }
    functions.versions[source] = version;
    versions.push_back(version);
  }
  for (auto [source, version] : zip_equal(sources, versions)) {
    const WidenPlan plan(*source, source == kernel, machine, shapes.of(source));
    reportPlan(report, plan);
    report.thread_engine_reason = emitFunction(*source, plan, functions, *version, input, outputs);
    if (!report.thread_engine_reason.empty())
      return;
  }
  kernel->replaceAllUsesWith(versions.front());
  eraseThreadVersions(module, versions);
  kernel = versions.front();
}

} // namespace raddle::vectorize
