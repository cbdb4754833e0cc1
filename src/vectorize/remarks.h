// What passes tell whoever asks `raddle explain`: what became of loops, branches and accesses, and why a pass left one alone.
#ifndef RADDLE_VECTORIZE_REMARKS_H
#define RADDLE_VECTORIZE_REMARKS_H

#include "vectorize/compile_job.h"

#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// Notes `text` at the instruction's line, where remarks are wanted and the line is the program's. From several threads, too.
void remark(const Report &report, const llvm::Instruction &instruction, const llvm::Twine &text);
inline void remark(const CompileJob &job, const llvm::Instruction &instruction, const llvm::Twine &text) {
  remark(job.report, instruction, text);
}

/// The pass that runs leaves this as it is, though it is the kind of code that it looks for.
void refuse(const Report &report, const llvm::Instruction &instruction, const llvm::Twine &why);
inline void refuse(const CompileJob &job, const llvm::Instruction &instruction, const llvm::Twine &why) {
  refuse(job.report, instruction, why);
}

/// The same for code that begins with a block: at the first instruction from there on that has a line.
void refuse(const CompileJob &job, const llvm::BasicBlock &start, const llvm::Twine &why);

/// Whether that is what it says.
bool isRefusal(const Remark &remark);

} // namespace raddle::vectorize

#endif
