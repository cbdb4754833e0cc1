// blockDim in blocks of one shape.
#ifndef RADDLE_VECTORIZE_WIDEN_KNOWN_EXTENTS_H
#define RADDLE_VECTORIZE_WIDEN_KNOWN_EXTENTS_H

#include "abi/block_class.h"

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Where all blocks of the class have one blockDim.x, .y or .z, it is a constant.
void fillInExtents(llvm::Function &function, const BlockClass &block);

} // namespace raddle::vectorize

#endif
