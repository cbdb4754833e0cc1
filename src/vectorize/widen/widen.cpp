// A kernel for one thread becomes a kernel for one warp.
//
//   void @kernel(ptr %thread, ...)        runs the thread that %thread describes
//   becomes
//   void @kernel(ptr %thread, ...)        runs the warp whose first thread %thread describes, in a block of the
//                                         class that the job names
//
// Kernels that have no vector form are left alone, and the job says why; they run on the thread engine.

#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/widen/lane_dependence.h"
#include "vectorize/widen/normal_form.h"
#include "vectorize/widen/warp_emitter.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/InstIterator.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

Function *declareWarpFunction(Function &kernel) {
  auto *warp = Function::Create(kernel.getFunctionType(), kernel.getLinkage(), kernel.getAddressSpace(), "",
                                kernel.getParent());
  warp->takeName(&kernel);
  kernel.setName(warp->getName() + ".thread");
  warp->setAttributes(kernel.getAttributes());
  warp->removeFnAttr(Attribute::Memory);
  warp->removeFnAttr(Attribute::Convergent);
  for (StringRef width : {"min-legal-vector-width", "prefer-vector-width"})
    warp->removeFnAttr(width);
  // Vectors are as wide as they are for a reason.
  warp->addFnAttr("prefer-vector-width", "512");
  warp->addFnAttr("min-legal-vector-width", "512");
  warp->setVisibility(kernel.getVisibility());
  warp->copyMetadata(&kernel, 0);
  kernel.setSubprogram(nullptr);
  for (Argument &argument : kernel.args()) {
    Argument *fresh = warp->getArg(argument.getArgNo());
    fresh->setName(argument.getName());
    for (Attribute::AttrKind inferred : {Attribute::ReadOnly, Attribute::WriteOnly, Attribute::NoCapture})
      if (argument.getArgNo() == 0)
        warp->removeParamAttr(0, inferred);
  }
  return warp;
}

} // namespace

void widen(CompileJob &job) {
  if (job.lanes != kLanes || !job.kernel)
    return;
  Function &kernel = *job.kernel;
  job.local_bytes = localBytes(*job.module);
  bringIntoNormalForm(kernel, *job.target);
  {
    // The same engine for all classes of blocks.
    analysis::LaneShapes shapes(kernel, {});
    job.thread_engine_reason = whyLanesWaitForEachOther(kernel, shapes, LinearOrder(kernel, shapes));
  }
  if (!job.thread_engine_reason.empty())
    return;

  Function *warp = declareWarpFunction(kernel);
  LLVMContext &context = kernel.getContext();
  BasicBlock *entry = BasicBlock::Create(context, "entry", warp);
  BasicBlock *start = BasicBlock::Create(context, "start", warp);
  IRBuilder<> builder(entry);
  if (DISubprogram *program = warp->getSubprogram())
    builder.SetCurrentDebugLocation(DILocation::get(context, program->getLine(), 0, program));
  builder.CreateBr(start);

  analysis::LaneShapes shapes(kernel, job.block);
  WarpEmitter emitter(job, kernel, shapes, *warp, start);
  if (!emitter.emit()) {
    job.thread_engine_reason = emitter.reason();
    return;
  }
  kernel.replaceAllUsesWith(warp);
  kernel.eraseFromParent();
  job.kernel = warp;
}

} // namespace raddle::vectorize
