// Writes a function for a warp, as its WidenPlan says: the only step that changes width.
//
// A kernel for a warp has the kernel's parameters. Other functions get two masks after the thread:
//
//   T f(ptr thread, A a, B b)   becomes   <32 x T> f.warp(ptr thread, i32 mask, i32 live, <32 x A> a, B b)
//
// `mask` are the lanes that call, `live` those that have not returned from the kernel; b is uniform.
//
// There is a folder of emitters for each family of instructions. An emitter looks its instruction up in the plan and writes
// code with the WarpBuilder, which all of them share.
#ifndef RADDLE_VECTORIZE_WIDEN_EMIT_FUNCTION_EMITTER_H
#define RADDLE_VECTORIZE_WIDEN_EMIT_FUNCTION_EMITTER_H

#include "vectorize/widen/emit/warp_builder.h"

#include <string>

namespace raddle::vectorize {

/// Writes `source` into `target`, a function without blocks. Why it could not, what and where, and what to change; or "".
std::string emitFunction(llvm::Function &source, const WidenPlan &plan, const WarpFunctions &functions,
                         llvm::Function &target, const Input &input, Outputs &outputs);

} // namespace raddle::vectorize

#endif
