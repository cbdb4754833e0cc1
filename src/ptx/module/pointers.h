// PTX computes addresses as numbers. What is computed from the address of a variable, a parameter that is a pointer, or a
// register that was one, becomes a pointer with an offset again, as clang writes it: then LLVM and Raddle's passes know
// which memory is meant.
#ifndef RADDLE_PTX_MODULE_POINTERS_H
#define RADDLE_PTX_MODULE_POINTERS_H

#include <llvm/IR/Function.h>

namespace raddle::ptx {

/// Before: registers are values, not stack slots.
void recoverPointers(llvm::Function &function);

} // namespace raddle::ptx

#endif
