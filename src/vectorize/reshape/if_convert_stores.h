// Stores that some lanes skip, where all of them have just read.
#ifndef RADDLE_VECTORIZE_RESHAPE_IF_CONVERT_STORES_H
#define RADDLE_VECTORIZE_RESHAPE_IF_CONVERT_STORES_H

#include "vectorize/compile_job.h"

namespace raddle::vectorize {

/// Before: the kernel is in normal form. After: divergent branches that only decide whether
/// something is stored in the block's shared memory are gone where it is known what lies there already:
///
///   a = keys[i], b = keys[j];              a = keys[i], b = keys[j];
///   if (a > b)                  becomes    keys[i] = a > b ? b : a;
///     keys[i] = b, keys[j] = a;            keys[j] = a > b ? a : b;
///
/// The processor hands on what a whole vector has stored to the next load, but not what is stored under a
/// mask. Nobody can write in between: the warps of a block run one after the other, and each lane has a place of its own.
bool ifConvertStores(llvm::Function &kernel, const Input &input, Facts &facts);

} // namespace raddle::vectorize

#endif
