// Which writes may end what a polling loop waits for (analysis/awaited_writes.h), of those that its function has.
//
// In a look-back, as in single-pass scans and sorts, a block tells later ones first what it has counted and then what all up to
// it have:
//
//   state[block] = own | 1;                            ends what others wait for
//   do { seen = state[other]; } while (seen == 0);     here lanes may be held that are done, and have yet to write:
//   state[block] = sum | 2;                            nobody waits for this: whoever looks at it has gone on by now
#ifndef RADDLE_VECTORIZE_WIDEN_ENDING_WRITE_H
#define RADDLE_VECTORIZE_WIDEN_ENDING_WRITE_H

#include "analysis/awaited_writes.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include <compare>
#include <set>

namespace raddle::vectorize {

class EndingWrite {
public:
  /// `poll` is where a loop gives way, in the innermost loop around it, or a call of what polls somewhere. A kernel is all
  /// that its launch runs, but for what it calls.
  EndingWrite(const llvm::Instruction &poll, const llvm::LoopInfo &loops, bool is_kernel);

  /// The loop that polls; null where that is in a function which is called.
  const llvm::Loop *loop() const { return loop_; }

  /// Whether the loop may end because of the instruction, or of what those do who see what it has written.
  bool mayBe(const llvm::Instruction &instruction) const;

  /// Whether it may read the block's shared memory, which others have no part in.
  bool mayReadSharedMemory() const;

private:
  // A parameter or a variable; a variable in shared memory is what stands at a constant distance from its beginning.
  struct Object {
    const llvm::Value *base = nullptr; // null where it is not known
    std::int64_t offset = 0;           // in bytes

    auto operator<=>(const Object &) const = default;
  };

  static Object objectOf(const llvm::Instruction &access);
  static std::set<Object> objectsReadIn(const llvm::Loop &loop);
  bool mayBeInLoopsObjects(const llvm::Instruction &write) const;
  bool changesPlace(const llvm::Instruction &write) const;
  bool isAllThatIsAwaited(const llvm::Function &kernel, const llvm::LoopInfo &loops) const;
  void findRepetitions(const llvm::Instruction &poll);

  const llvm::Loop *loop_ = nullptr;
  analysis::AwaitedWrites awaited_;
  std::set<Object> read_; // by the loop
  // Where all polling loops of the kernel wait for places of one object to be changed, and who waits has changed one before:
  // of the writes to it, those to places that the same thread has changed before. They release nobody.
  bool only_changes_count_ = false;
  llvm::SmallPtrSet<const llvm::Instruction *, 4> repetitions_;
};

/// Whether other threads may see what the instruction writes, or are released by it.
bool writesCommonMemory(const llvm::Instruction &instruction);

/// Whether it accesses memory, and that is the block's shared memory.
bool accessesSharedMemory(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
