// The table of NVVM intrinsics (intrinsics.def), looked up by name.
#ifndef RADDLE_NVVM_INTRINSICS_H
#define RADDLE_NVVM_INTRINSICS_H

#include "nvvm/runtime_functions.h"

#include <llvm/IR/Intrinsics.h>

#include <string_view>

namespace raddle::nvvm {

enum class Special {
  None,
  WarpSize,
  WarpsPerBlock,
  LaneMaskEq,
  LaneMaskLt,
  LaneMaskLe,
  LaneMaskGt,
  LaneMaskGe,
  WholeBlockBarrier,
  MatchAll32,
  MatchAll64,
  Nothing,
  Zero,
  Load,
  PointerCast,
  SharedOffset,
  SharedPointer,
  AtomicInc,
  AtomicDec,
  HasRootEstimate,
  IsShortOfMultipliers,
  RootEstimate,
  UnlessNan,
  HasMatrixOperations,
  MatrixOperation,
};

struct Intrinsic {
  enum class Kind { ThreadField, BlockField, Call, CallMaskLast, Fence, Llvm, Special };

  std::string_view name; // overloaded intrinsics without their type suffix
  Kind kind;
  unsigned offset = 0;                       // ThreadField, BlockField: bytes
  const RuntimeFunction *function = nullptr; // Call...
  std::string_view scope = {};               // Fence
  llvm::Intrinsic::ID llvm_intrinsic = llvm::Intrinsic::not_intrinsic;
  Special special = Special::None;
};

/// The row for a called function, or null. Suffixes of overloaded intrinsics (".p0", ".i32.p1") are ignored.
const Intrinsic *findIntrinsic(std::string_view name);

} // namespace raddle::nvvm

#endif
