// Words of which a thread only uses the parts.
#ifndef RADDLE_VECTORIZE_RESHAPE_WORD_PARTS_H
#define RADDLE_VECTORIZE_RESHAPE_WORD_PARTS_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Where a word is loaded only to be taken apart, its parts are loaded instead:
///
///   uint2 pair = *(const uint2 *)p      as a word of 64 bits      becomes      x = p[0]
///   x = pair.x, y = pair.y              x = its lower, y = its upper half      y = p[1]
///
/// To what plans accesses they are neighbouring fields then, which the lanes' shuffles separate at once; a vector of words
/// would be separated into words first, and each of them into two vectors of half the width.
void loadPartsOfWords(CompileJob &job);

} // namespace raddle::vectorize

#endif
