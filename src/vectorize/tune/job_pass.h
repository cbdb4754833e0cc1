// LLVM's function passes that are functions of ours.
#ifndef RADDLE_VECTORIZE_TUNE_JOB_PASS_H
#define RADDLE_VECTORIZE_TUNE_JOB_PASS_H

#include "vectorize/compile_job.h"

#include <llvm/IR/PassManager.h>

namespace raddle::vectorize {

template <auto run_on_function> struct JobPass : llvm::PassInfoMixin<JobPass<run_on_function>> {
  explicit JobPass(const CompileJob &compile_job) : job(compile_job) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return run_on_function(job, function, analyses);
  }

  const CompileJob &job;
};

/// What analyses hold after a pass that may have changed anything.
inline llvm::PreservedAnalyses preservedUnless(bool changed) {
  return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

} // namespace raddle::vectorize

#endif
