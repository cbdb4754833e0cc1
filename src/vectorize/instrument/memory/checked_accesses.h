// What a function accesses: each place and how many bytes.
#ifndef RADDLE_VECTORIZE_LOWER_CHECKED_ACCESSES_H
#define RADDLE_VECTORIZE_LOWER_CHECKED_ACCESSES_H

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

struct CheckedAccess {
  llvm::Instruction *instruction;
  llvm::Value *address;
  llvm::Value *bytes; // i64
  unsigned flags;     // RaddleAccessFlags
};

/// Those of a function that are to be checked, in its order. Copies have two.
llvm::SmallVector<CheckedAccess, 32> accessesIn(llvm::Function &function);

/// LLVM drops places where it moves accesses; reports need one.
void givePlace(llvm::Instruction &access, const llvm::Value *address);

/// Whether what a pointer leads to is the thread, the block, or what checks look up, which the program does not see.
bool isMemoryOfRuntime(const llvm::Value *root, const llvm::Function &function);

/// Whether it is what the handle of a texture or surface leads to (samplerOf() of raddle/device/texels.h).
bool isSampler(const llvm::Value *root);

} // namespace raddle::vectorize

#endif
