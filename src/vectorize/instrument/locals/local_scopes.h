// The scopes of local variables, as code that says at any place whether a variable is in scope.
#ifndef RADDLE_VECTORIZE_NORMALISE_LOCAL_SCOPES_H
#define RADDLE_VECTORIZE_NORMALISE_LOCAL_SCOPES_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

class LocalScopes {
public:
  explicit LocalScopes(llvm::Function &function) : function_(function) {}

  /// Notes whether it is in scope, from now on. One whose scope is the whole function always is.
  void note(llvm::AllocaInst &local);

  /// The noted variables that an address may be of.
  llvm::SmallVector<llvm::AllocaInst *, 2> variablesOf(llvm::Value *address);
  /// Whether the address is of another variable than this one, or this one is in scope (i1).
  llvm::Value *isUsable(llvm::IRBuilder<> &builder, llvm::Value *address, llvm::AllocaInst *local);

  /// The flags, which are variables until finish() makes values of them.
  llvm::SmallVector<llvm::AllocaInst *, 8> flags() const;
  void finish();

private:
  llvm::Value *numberOf(llvm::Value *address);

  llvm::Function &function_;
  llvm::MapVector<llvm::AllocaInst *, llvm::AllocaInst *> flags_;
  llvm::DenseMap<const llvm::AllocaInst *, unsigned> numbers_; // from 1
  llvm::DenseMap<const llvm::Value *, llvm::Value *> numbers_of_pointers_;
};

} // namespace raddle::vectorize

#endif
