// RADDLE_CHECK=sync: what check-warp-operations has found out about a warp operation, noted at its call until `widen`.
#ifndef RADDLE_VECTORIZE_LOWER_WARP_CHECKS_H
#define RADDLE_VECTORIZE_LOWER_WARP_CHECKS_H

#include <llvm/IR/Instructions.h>

#include <optional>

namespace raddle::vectorize {

/// A check of an operation whose mask comes from __activemask().
enum class ActiveMaskUse { kRight, kDoubtful, kWrong };

struct WarpChecks {
  ActiveMaskUse active_mask = ActiveMaskUse::kRight;
  bool discards = false; // what a shuffle reads is used under a condition only

  void noteAt(llvm::CallInst &call) const;
  /// None where nothing is to be checked.
  static std::optional<WarpChecks> at(const llvm::CallInst &call);
};

} // namespace raddle::vectorize

#endif
