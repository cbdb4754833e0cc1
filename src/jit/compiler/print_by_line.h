// What the compiler tells about a program, line by line.
#ifndef RADDLE_JIT_COMPILER_PRINT_BY_LINE_H
#define RADDLE_JIT_COMPILER_PRINT_BY_LINE_H

#include "vectorize/compile_job.h"

#include <string>
#include <vector>

namespace raddle::jit {

/// By source line, each with the line itself where the file can be read.
void printRemarks(std::vector<vectorize::Remark> remarks);

/// What the pass widen has decided, by source line: of each instruction that matters how it is made for a warp, and why.
void printPlan(const vectorize::Report &report);

/// The same for programs: the kernel, its engine, and with the warp engine its instructions and blocks.
void printPlanAsJson(const std::string &kernel, const std::string &thread_engine_reason,
                     const vectorize::Report &report);

} // namespace raddle::jit

#endif
