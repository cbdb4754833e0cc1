// The placeholder by which check-bounds asks whether an access stays within its object: what its operands are.
#ifndef RADDLE_VECTORIZE_LOWER_BOUNDS_CHECK_H
#define RADDLE_VECTORIZE_LOWER_BOUNDS_CHECK_H

#include "abi/kernel_abi.h"
#include "nvvm/runtime_functions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace raddle::vectorize {

/// A flag of checks, beside RaddleAccessFlags: it asks only, and nothing is reported.
inline constexpr unsigned kIsQuestion = 1u << 7;

/// The operands are an offset and the name for a variable, and addresses for another object.
struct BoundsCheck {
  llvm::Value *address, *bytes, *size; // the address is an offset where `begin` is null
  llvm::Value *begin = nullptr, *root = nullptr;
  llvm::Value *name = nullptr;
  llvm::Value *warp;
  std::uint64_t flags; // RaddleAccessFlags, kIsQuestion

  /// `call` is one for which isBoundsCheck() holds.
  explicit BoundsCheck(const llvm::CallInst &call);

  bool isQuestion() const { return flags & kIsQuestion; }
  /// Whether the access is left out where it fails.
  bool isOfVariable(std::uint64_t its_bytes, RaddleAddressSpace space) const;
  bool guards() const { return !isQuestion() && !(flags & kRaddleAccessIsMade); }
};

bool isBoundsCheck(const llvm::Instruction &instruction);

/// Writes the placeholder. It asks for the numbers of addresses, not for what lies there.
llvm::CallInst *writeBoundsCheck(llvm::IRBuilderBase &builder, nvvm::Runtime placeholder,
                                 llvm::ArrayRef<llvm::Value *> arguments);

/// How many offsets there are at which `bytes` bytes lie within an object of `size` bytes: those from 0 on. For numbers
/// of 64 bits, or vectors of them.
llvm::Value *offsetsWithin(llvm::IRBuilderBase &builder, llvm::Value *size, llvm::Value *bytes);

} // namespace raddle::vectorize

#endif
