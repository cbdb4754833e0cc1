#include "vectorize/passes.h"

#include "analysis/recursion.h"

using namespace llvm;

namespace raddle::vectorize {

void inlineEverything(CompileJob &job) {
  if (!job.optimize)
    return;
  SmallPtrSet<Function *, 4> recursive;
  for (Function *function : analysis::possiblyRecursiveFunctions(*job.module))
    recursive.insert(function);
  for (Function &function : *job.module) {
    if (function.isDeclaration() || &function == job.kernel || recursive.contains(&function) || function.hasFnAttribute(Attribute::NoInline))
      continue;
    function.addFnAttr(Attribute::AlwaysInline);
  }
}

} // namespace raddle::vectorize
