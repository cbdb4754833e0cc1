// Words of which a thread only uses parts.
#ifndef RADDLE_VECTORIZE_RESHAPE_WORD_PARTS_H
#define RADDLE_VECTORIZE_RESHAPE_WORD_PARTS_H

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Where a word is loaded only to be taken apart, its parts are loaded instead:
///
///   uint2 pair = *(const uint2 *)p      as a word of 64 bits      becomes      x = p[0]
///   x = pair.x, y = pair.y              x = its lower, y = its upper half      y = p[1]
///
/// The access planner sees neighbouring fields then, and one set of shuffles separates them. A vector of words would be
/// separated into words first, and each of these into two vectors of half the width. True where a function has changed.
bool loadWordParts(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
