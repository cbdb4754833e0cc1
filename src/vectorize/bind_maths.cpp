#include "vectorize/passes.h"

#include "nvvm/sleef.h"

#include <llvm/MC/MCSubtargetInfo.h>

using namespace llvm;

namespace raddle::vectorize {

bool hasFeature(const CompileJob &job, StringRef feature) {
  return job.target->getMCSubtargetInfo()->checkFeatures(("+" + feature).str());
}

void bindMaths(CompileJob &job) {
  for (Function &function : make_early_inc_range(*job.module)) {
    if (!function.isDeclaration() || !nvvm::isSleefFunction(function.getName()))
      continue;
    std::string name =
        nvvm::scalarVersion(function.getName(), [&](StringRef feature) { return hasFeature(job, feature); });
    if (name != function.getName())
      function.setName(name);
  }
}

} // namespace raddle::vectorize
