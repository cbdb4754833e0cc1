// What `raddle explain` says of a compilation.
#ifndef RADDLE_JIT_COMPILER_EXPLAIN_H
#define RADDLE_JIT_COMPILER_EXPLAIN_H

#include "vectorize/compile_job.h"

#include <string>
#include <vector>

namespace raddle::jit {

/// How the warps of a block run, of a kernel that the warp engine runs.
std::string describeWarps(const vectorize::CompileJob &job);

/// `reason`: why it is the thread engine, or "". What to change stands in a line of its own.
std::string describeEngine(unsigned lanes_asked_for, llvm::StringRef reason, const std::string &warps);

/// By source line, each with the line itself where the file can be read.
void printRemarks(std::vector<vectorize::Remark> remarks);

} // namespace raddle::jit

#endif
