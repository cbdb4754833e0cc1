// blockDim in blocks of one shape.
#ifndef RADDLE_VECTORIZE_RESHAPE_KNOWN_EXTENTS_H
#define RADDLE_VECTORIZE_RESHAPE_KNOWN_EXTENTS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Where all blocks of the class have one blockDim.x, .y or .z, it is a constant.
void specialiseExtents(llvm::Function &kernel, const Input &input);

} // namespace raddle::vectorize

#endif
