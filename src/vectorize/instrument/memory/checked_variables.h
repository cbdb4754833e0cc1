// Checks of accesses to variables, whose size the compiler knows.
#ifndef RADDLE_VECTORIZE_LOWER_CHECKED_VARIABLES_H
#define RADDLE_VECTORIZE_LOWER_CHECKED_VARIABLES_H

#include "abi/kernel_abi.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>
#include <string>

namespace raddle::vectorize {

struct CheckedAccess;

struct CheckedVariable {
  std::uint64_t bytes = 0; // of dynamic shared memory 0
  std::string text;        // what reports say of it, as raddle_thread_outside wants it
  RaddleAddressSpace space = kRaddleSpaceGlobal;
  std::uint64_t element = 0; // bytes, of an array of one dimension

  bool isDynamicShared(const llvm::Value &root) const;
};

/// What the root of an address (see object_roots.h) is; nothing where it is no variable, or one of unknown size.
std::optional<CheckedVariable> variableOf(const llvm::Value &root, const llvm::DataLayout &layout);

/// The same of an access to it. Of a constant no byte may be written, so that its size is 0 then.
std::optional<CheckedVariable> variableOf(const CheckedAccess &access, const llvm::Value &root,
                                          const llvm::DataLayout &layout);

/// Bytes of an element of such an array, 0 of other types.
std::uint64_t elementOf(llvm::Type *type, const llvm::DataLayout &layout);

/// Writes the placeholder (see bounds_check.h) into one function.
class VariableChecks {
public:
  explicit VariableChecks(llvm::Function &function) : function_(function) {}

  llvm::CallInst *write(llvm::IRBuilder<> &builder, llvm::Value *offset, llvm::Value *bytes,
                        llvm::Value *size, const CheckedVariable &variable, unsigned flags);

private:
  llvm::Constant *textOf(const CheckedVariable &variable);

  llvm::Function &function_;
  llvm::StringMap<llvm::Constant *> texts_;
};

} // namespace raddle::vectorize

#endif
