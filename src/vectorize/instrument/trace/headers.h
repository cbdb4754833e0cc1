// What belongs to CUDA's headers: of its variables and branches nobody wants to see steps.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_TRACE_HEADERS_H
#define RADDLE_VECTORIZE_INSTRUMENT_TRACE_HEADERS_H

#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

/// After mark-headers: a local variable or a branch of a function in a header, which may have been inlined since.
bool isOfHeader(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
