// The code of a large kernel in several modules, which are compiled at the same time.
#ifndef RADDLE_VECTORIZE_BLOCK_CODE_PARTS_H
#define RADDLE_VECTORIZE_BLOCK_CODE_PARTS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// The parts of a large kernel, on every machine, so that it becomes the same code everywhere.
inline constexpr unsigned kMostParts = 4;

/// All modules that hold the job's code; `module` alone before divideCode and where that finds no parts.
llvm::SmallVector<llvm::Module *, kMostParts> modulesOf(const CompileJob &job);

/// Calls `function` for each of the modules and the target that belongs to its context, at the same time;
/// `number` is its index in modulesOf.
void forEachModule(const CompileJob &job,
                   llvm::function_ref<void(unsigned number, llvm::Module &, llvm::TargetMachine &)> function);

} // namespace raddle::vectorize

#endif
