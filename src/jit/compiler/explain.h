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

/// What the pass widen has decided, by source line: of each instruction that matters how it is made for a warp, and why.
void printPlan(const vectorize::Report &report);

/// The same for programs: the kernel, its engine, and with the warp engine its instructions and blocks.
void printPlanAsJson(const std::string &kernel, const std::string &thread_engine_reason,
                     const vectorize::Report &report);

} // namespace raddle::jit

#endif
