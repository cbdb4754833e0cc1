// What the program itself would say of memory and of values, in the code as clang wrote it.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_TRACE_TRACED_MEMORY_H
#define RADDLE_VECTORIZE_INSTRUMENT_TRACE_TRACED_MEMORY_H

#include <llvm/IR/Value.h>

#include <string>

namespace raddle::vectorize {

/// What the program calls the memory that a pointer leads to.
std::string nameOfObject(llvm::Value *root);

/// The address space of that memory.
unsigned spaceOf(const llvm::Value *root);

/// Whether a pointer leads to a local variable, as `this` does in the methods of one.
bool isLocal(llvm::Value *root);

/// Whether bits are those of a float, which have gone through the variables of functions.
bool comesFromFloat(const llvm::Value *value);

} // namespace raddle::vectorize

#endif
