// Fission of the loop over the warps of a kernel whose threads have several elements each, a row apart.
//
// What the warps of a block access in one row lies side by side, but what one warp accesses in two rows lies far apart. A warp
// that goes through all rows before the next warp begins makes the block touch all rows a piece at a time, where the processor
// reads ahead worse than in one row after the other:
//
//   for (warp ...) {                                         for (warp ...)
//     out[warp] = f(in[warp]);                     becomes     out[warp] = f(in[warp]);
//     out[256 + warp] = f(in[256 + warp]);                   for (warp ...)
//   }                                                          out[256 + warp] = f(in[256 + warp]);
#ifndef RADDLE_VECTORIZE_BLOCK_ROW_FISSION_H
#define RADDLE_VECTORIZE_BLOCK_ROW_FISSION_H

#include <llvm/IR/Function.h>

namespace raddle::vectorize {

/// Whether the kernel, which waits nowhere, has several accesses, and warps that may run in any order.
bool mayHaveRows(const llvm::Function &kernel);

/// Puts fission points between rows to which all warps come with no vector to keep, and returns whether there are any.
bool divideBetweenRows(llvm::Function &kernel);

} // namespace raddle::vectorize

#endif
