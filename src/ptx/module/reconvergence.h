// Reconvergence of the lanes of a warp in PTX that nvcc has written.
#ifndef RADDLE_PTX_MODULE_RECONVERGENCE_H
#define RADDLE_PTX_MODULE_RECONVERGENCE_H

#include <llvm/IR/Function.h>

namespace raddle::ptx {

/// After: lanes that have met at `bar.warp.sync`, and of which some then make an atomic update that the others skip, reconverge
/// after the update, as they do on a GPU. Cooperative Groups in NVIDIA's headers rely on that: one lane changes the word of a
/// barrier, and then all lanes of its warp read the word.
void meetBehindUpdates(llvm::Function &function);

} // namespace raddle::ptx

#endif
