// What a pass is given of a job: its parameters say what it reads and what it changes.
//
//   void guardDivision(llvm::Module &module);                                  // any code
//   bool delayExits(llvm::Function &kernel, const Input &, Facts &, const Report &);  // the kernel; true where it has changed it
//
//   {"guard-division", ..., over<guardDivision>}
//
// Passes over each function of the code are LLVM's function passes that name parts of the job, too. The code may lie in several
// modules, which are worked on at the same time, so that the function is all that they change:
//
//   llvm::PreservedAnalyses forwardStores(llvm::Function &function, llvm::FunctionAnalysisManager &, const Outputs &);
//
//   {"forward-stores", ..., onEach<forwardStores>}
#ifndef RADDLE_VECTORIZE_SLICES_H
#define RADDLE_VECTORIZE_SLICES_H

#include "vectorize/compile_job.h"

#include <type_traits>

namespace raddle::vectorize {

template <typename> inline constexpr bool kIsNoSlice = false;

/// `Job` is a CompileJob, or a const one of which only constant parts can be given.
template <typename Parameter, typename Job> Parameter sliceOf(Job &job) {
  using Slice = std::remove_const_t<std::remove_reference_t<Parameter>>;
  constexpr bool kIsReadOnly = std::is_const_v<std::remove_reference_t<Parameter>>;
  if constexpr (std::is_same_v<Slice, llvm::Function *> || std::is_same_v<Parameter, const llvm::Function *>)
    return job.kernel; // null in a job without a kernel
  else if constexpr (!std::is_lvalue_reference_v<Parameter>)
    static_assert(kIsNoSlice<Parameter>, "a pass is given references to parts of the job");
  else if constexpr (std::is_same_v<Slice, llvm::Module>)
    return *job.module;
  else if constexpr (std::is_same_v<Slice, llvm::Function>)
    return *job.kernel;
  else if constexpr (std::is_same_v<Slice, llvm::TargetMachine>)
    return *job.target;
  else if constexpr (std::is_same_v<Slice, Input> && kIsReadOnly)
    return job.input;
  else if constexpr (std::is_same_v<Slice, Facts>)
    return job.facts;
  else if constexpr (std::is_same_v<Slice, Outputs>)
    return job.outputs;
  else if constexpr (std::is_same_v<Slice, Report>)
    return job.report;
  else if constexpr (std::is_same_v<Slice, SimplifyExtensions>)
    return job.extensions;
  else if constexpr (std::is_same_v<Slice, CodeParts>)
    return job.parts;
  else
    static_assert(kIsNoSlice<Parameter>, "no part of a job that a pass may be given (see CompileJob)");
}

template <typename Job, typename Result, typename... Parameters>
bool runOver(Result (*pass)(Parameters...), Job &job) {
  // Passes over the kernel have nothing to do where there is none.
  if constexpr ((std::is_same_v<std::remove_const_t<std::remove_reference_t<Parameters>>, llvm::Function> ||
                 ...))
    if (!job.kernel)
      return false;
  if constexpr (std::is_same_v<Result, bool>) {
    return pass(sliceOf<Parameters>(job)...);
  } else {
    static_assert(std::is_void_v<Result>, "a pass says whether it has changed anything, or nothing");
    pass(sliceOf<Parameters>(job)...);
    return true;
  }
}

/// Runs a pass over the parts of the job that its parameters name; false where it has changed nothing.
template <auto pass> bool over(CompileJob &job) { return runOver(pass, job); }

/// Whether a condition on parts of the job holds, for rows that have something to do for some jobs only.
template <auto condition> bool where(const CompileJob &job) { return runOver(condition, job); }

template <auto pass> class PassOnEach : public llvm::PassInfoMixin<PassOnEach<pass>> {
public:
  explicit PassOnEach(const CompileJob &job) : job_(job) {}

  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return runOn(pass, function, analyses);
  }

private:
  template <typename... Slices>
  llvm::PreservedAnalyses runOn(llvm::PreservedAnalyses (*)(llvm::Function &, llvm::FunctionAnalysisManager &,
                                                            Slices...),
                                llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    static_assert(((std::is_const_v<std::remove_reference_t<Slices>> &&
                    !std::is_same_v<std::remove_cvref_t<Slices>, llvm::Module>) &&
                   ...),
                  "passes over functions run on several modules at the same time");
    return pass(function, analyses, sliceOf<Slices>(job_)...);
  }

  const CompileJob &job_;
};

/// Adds a pass over functions to those that run, after passes of LLVM that it relies on.
template <auto pass, typename... LlvmPasses>
void onEach(const CompileJob &job, llvm::FunctionPassManager &passes) {
  (passes.addPass(LlvmPasses()), ...);
  passes.addPass(PassOnEach<pass>(job));
}

} // namespace raddle::vectorize

#endif
