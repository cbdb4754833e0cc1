// The questions that check-initialised puts where an uninitialised value would matter.
#ifndef RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_INITIALISED_REPORTS_H
#define RADDLE_VECTORIZE_INSTRUMENT_INITIALISED_INITIALISED_REPORTS_H

#include "abi/kernel_abi.h"
#include "vectorize/instrument/initialised/tracked_values.h"
#include "vectorize/instrument/initialised/value_origins.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/Dominators.h>

namespace raddle::vectorize {

class InitialisedReports {
public:
  InitialisedReports(llvm::Function &function, const TrackedValues &values);

  /// False in loops that retry, which are called without a thread: nothing is asked there.
  bool areMade() const { return are_made_; }

  /// Asks before an instruction that uses a value, once on each way there; each time where it is stored, or printed.
  void checkValue(llvm::Instruction &at, llvm::Value *value, RaddleUse use, llvm::Value *written = nullptr);

  /// Asks for what an atomic update has found in memory; `shadow` has been computed by then.
  void checkMemory(llvm::Instruction &update, llvm::Value *address, llvm::Instruction &shadow);

  /// Asks here. `written`: where the value is stored, or null.
  void tell(llvm::IRBuilder<> &builder, llvm::Value *shadow, const Origin &origin, RaddleUse use,
            llvm::Value *written, unsigned written_bytes = 0);

private:
  bool isChecked(const llvm::Instruction &at, const llvm::Value *value);
  llvm::Constant *textOf(llvm::IRBuilder<> &builder, const std::string &text);

  llvm::Function &function_;
  const TrackedValues &values_;
  const llvm::DataLayout &layout_;
  const bool are_made_;
  llvm::DominatorTree dominators_;
  llvm::DenseMap<const llvm::Value *, llvm::SmallVector<const llvm::BasicBlock *, 2>> checked_;
  llvm::StringMap<llvm::Constant *> texts_;
};

} // namespace raddle::vectorize

#endif
