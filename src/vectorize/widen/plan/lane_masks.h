// The masks of warp operations, and how they are computed from each other.
#ifndef RADDLE_VECTORIZE_WIDEN_PLAN_LANE_MASKS_H
#define RADDLE_VECTORIZE_WIDEN_PLAN_LANE_MASKS_H

#include "vectorize/llvm.h"

namespace raddle::vectorize {

/// Whether one mask names no lane that the other does not name, by construction: it is `whole & x`, the lanes
/// of `whole` that vote for something, those of them with equal values, or a choice of such masks. Both are
/// values that the same lane has, and `whole` is no value of a loop.
bool isPartOf(const llvm::Value *part, const llvm::Value *whole);

/// Numbers of masks: a part of another mask, if another value, has the higher one. Masks that name the same
/// lanes in all lanes that compute them have low numbers.
class MaskNarrowing {
public:
  unsigned of(const llvm::Value *mask) { return look(mask).number; }

  /// That of the mask which a function is given to wait for the lanes of: the lowest, where there are several; 0 where
  /// there is none.
  unsigned ofCall(const llvm::CallBase &call);

  /// Whether the mask names one lane at most, which then is the one that has it.
  bool namesOneLane(const llvm::Value *mask) { return look(mask).is_one_lane; }

private:
  struct Narrowing {
    unsigned number = 0;
    bool is_one_lane = false; // at most
    bool is_pattern = false;  // made of constants, and shifts of them by lane numbers or the like

    bool operator==(const Narrowing &) const = default;
  };

  Narrowing look(const llvm::Value *mask);
  Narrowing compute(const llvm::Value *mask) const; // from what is known of those it is made of

  llvm::DenseMap<const llvm::Value *, Narrowing> known_;
};

} // namespace raddle::vectorize

#endif
