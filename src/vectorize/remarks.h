// What passes tell whoever asks `raddle explain`: what became of loops, branches and accesses, and why a pass left one alone.
#ifndef RADDLE_VECTORIZE_REMARKS_H
#define RADDLE_VECTORIZE_REMARKS_H

#include "vectorize/compile_job.h"

#include <optional>

namespace raddle::vectorize {

/// Where the instruction comes from; nothing where that is no line of the program.
std::optional<SourcePlace> placeInProgram(const llvm::Instruction &instruction);

/// Notes `text` at the instruction's line, where remarks are wanted and the line is the program's. From several threads, too.
void remark(const Report &report, const llvm::Instruction &instruction, const llvm::Twine &text);

/// The pass that runs leaves this as it is, though it is the kind of code that it looks for.
void refuse(const Report &report, const llvm::Instruction &instruction, const llvm::Twine &why);

/// The same for code that begins with a block: at the first instruction from there on that has a line.
void refuse(const Report &report, const llvm::BasicBlock &start, const llvm::Twine &why);

/// Whether a remark is a refusal.
bool isRefusal(const Remark &remark);

} // namespace raddle::vectorize

#endif
