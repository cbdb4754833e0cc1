// Functions for this machine's instruction set.

#include "nvvm/sleef.h"
#include "vectorize/normalise/minima.h"
#include "vectorize/normalise/root_estimate.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

void bindSleef(Module &module, const TargetMachine &machine) {
  for (Function &function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !nvvm::isSleefFunction(function.getName()))
      continue;
    std::string name = nvvm::scalarVersion(function.getName(),
                                           [&](StringRef feature) { return hasFeature(machine, feature); });
    if (name != function.getName())
      function.setName(name);
  }
}

} // namespace

void bindMaths(Module &module, const TargetMachine &machine) {
  bindSleef(module, machine);
  bindRootEstimates(module);
  bindMinima(module, machine);
}

} // namespace raddle::vectorize
