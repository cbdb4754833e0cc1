// Functions for this machine's instruction set.

#include "nvvm/sleef.h"
#include "vectorize/normalise/minima.h"
#include "vectorize/normalise/root_estimate.h"
#include "vectorize/passes.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/MC/MCSubtargetInfo.h>

using namespace llvm;

namespace raddle::vectorize {

bool hasFeature(const CompileJob &job, StringRef feature) {
  // One that another kind of processor has is no feature to LLVM.
  const MCSubtargetInfo &processor = *job.target->getMCSubtargetInfo();
  const auto known = find_if(processor.getAllProcessorFeatures(),
                             [&](const SubtargetFeatureKV &row) { return StringRef(row.Key) == feature; });
  return known != processor.getAllProcessorFeatures().end() && processor.getFeatureBits().test(known->Value);
}

namespace {

void bindSleef(CompileJob &job) {
  for (Function &function : make_early_inc_range(*job.module)) {
    if (!function.isDeclaration() || !nvvm::isSleefFunction(function.getName()))
      continue;
    std::string name =
        nvvm::scalarVersion(function.getName(), [&](StringRef feature) { return hasFeature(job, feature); });
    if (name != function.getName())
      function.setName(name);
  }
}

} // namespace

void bindMaths(CompileJob &job) {
  bindSleef(job);
  bindRootEstimates(job);
  bindMinima(job);
}

} // namespace raddle::vectorize
