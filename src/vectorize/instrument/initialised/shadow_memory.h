// Where the shadow of memory lies: beside all memory at a constant distance, and of local variables whose address nobody
// takes in variables of their own, so that both become registers.
#ifndef RADDLE_VECTORIZE_LOWER_INITIALISED_SHADOW_MEMORY_H
#define RADDLE_VECTORIZE_LOWER_INITIALISED_SHADOW_MEMORY_H

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

namespace raddle::vectorize {

class ShadowMemory {
public:
  explicit ShadowMemory(llvm::Function &function);

  /// Poisons local variables where they begin. Before anything else, and once.
  void poisonLocals();

  /// Whether what lies there may be uninitialised: no constants, arguments, and fields of the runtime.
  bool isTracked(llvm::Value *address);

  /// Of an address for which isTracked() holds.
  llvm::Value *addressOf(llvm::IRBuilderBase &builder, llvm::Value *address);

  /// Whether other threads may see what lies there.
  bool isPrivate(llvm::Value *address) const;

  /// Whether an instruction is an access to the shadow.
  static bool isShadow(const llvm::Instruction &instruction);
  static void mark(llvm::Instruction &instruction);

private:
  bool isOfRuntime(const llvm::Value *root) const;
  llvm::Value *inOwnShadow(llvm::Value *address);

  llvm::Function &function_;
  llvm::DenseMap<const llvm::AllocaInst *, llvm::AllocaInst *> own_; // shadows
  llvm::DenseMap<llvm::Value *, llvm::Value *> addresses_;           // in these
};

} // namespace raddle::vectorize

#endif
