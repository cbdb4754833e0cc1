// The placeholder by which check-initialised asks whether a value that matters is initialised: what its operands are.
#ifndef RADDLE_VECTORIZE_LOWER_INITIALISED_INITIALISED_CHECK_H
#define RADDLE_VECTORIZE_LOWER_INITIALISED_INITIALISED_CHECK_H

#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace raddle::vectorize {

struct InitialisedCheck {
  llvm::Value *poisoned; // i32; 0 where it is initialised
  llvm::Value *read;     // the address that it was read from, or 0
  llvm::Value *source;   // see kRaddleSourceShift
  llvm::Value *written;  // where it is stored, or 0
  llvm::Value *names;    // of the sources
  llvm::Value *warp;     // of the calling thread
  std::uint64_t use;     // RaddleUse

  /// Of a call of the placeholder.
  explicit InitialisedCheck(const llvm::CallInst &call);
};

} // namespace raddle::vectorize

#endif
