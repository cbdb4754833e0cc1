// Where lanes of a warp go on together.
#ifndef RADDLE_PTX_MODULE_RECONVERGENCE_H
#define RADDLE_PTX_MODULE_RECONVERGENCE_H

#include <llvm/IR/Function.h>

namespace raddle::ptx {

/// Lanes that have met at `bar.warp.sync`, and some of which then update memory atomically beside the others' way, meet again
/// behind the update, as they do on a GPU. Cooperative Groups in NVIDIA's headers rely on that: one lane changes the word of a
/// barrier, and then all lanes of its warp read the word.
void meetBehindUpdates(llvm::Function &function);

} // namespace raddle::ptx

#endif
