// The placeholder by which check-races tells of an access: what its operands are.
#ifndef RADDLE_VECTORIZE_LOWER_RACE_CHECK_H
#define RADDLE_VECTORIZE_LOWER_RACE_CHECK_H

#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>

namespace raddle::vectorize {

/// A read that has a value stands for so many of them, one behind the other. Then its bytes are three numbers: how many each of
/// them reads, the size of the shared variable that none of them leaves (0: of no such one), how far they are apart (signed).
/// The variable of a read that is of no shared one is 1 where no thread of the launch writes the array.
inline constexpr unsigned kExtentShift = 12, kStepShift = 32;
inline constexpr std::uint64_t kLargestShared = 1u << (kStepShift - kExtentShift);

struct RaceCheck {
  llvm::Value *address, *variable, *value;
  llvm::Constant *name;
  llvm::Value *warp;
  std::uint64_t bytes;
  unsigned flags; // RaddleRaceFlags

  explicit RaceCheck(const llvm::CallInst &call);
};

/// The check of the access's bounds, which stands before it, or null: what is refused is not made.
llvm::CallInst *boundsCheckOf(llvm::CallInst &race_check);

/// A RaddleRaceSite for the access. After import-globals, which takes the variables of a module for those of the program.
llvm::GlobalVariable *siteOf(const RaceCheck &check, llvm::Module &module);

} // namespace raddle::vectorize

#endif
