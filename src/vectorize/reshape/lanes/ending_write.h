// Which writes may end what a polling loop waits for (analysis/awaited_writes.h), of those that its function has.
#ifndef RADDLE_VECTORIZE_RESHAPE_LANES_ENDING_WRITE_H
#define RADDLE_VECTORIZE_RESHAPE_LANES_ENDING_WRITE_H

#include "analysis/awaited_writes.h"
#include "vectorize/llvm.h"

#include <compare>
#include <set>

namespace raddle::vectorize {

class EndingWrite {
public:
  /// `poll` is where a loop yields, in the innermost loop around it, or a call of what polls somewhere.
  EndingWrite(const llvm::Instruction &poll, const llvm::LoopInfo &loops);

  /// The loop that polls; null where that is in a function which is called.
  const llvm::Loop *loop() const { return loop_; }

  /// Whether the loop may end because of the instruction, or of what lanes do that see what it has written.
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
  bool mayBeInLoopsObjects(const llvm::Instruction &write) const;

  const llvm::Loop *loop_ = nullptr;
  analysis::AwaitedWrites awaited_;
  std::set<Object> read_; // by the loop
};

/// Whether other threads may see what the instruction writes, or are released by it.
bool writesCommonMemory(const llvm::Instruction &instruction);

/// Whether it accesses memory, and that is the block's shared memory.
bool accessesSharedMemory(const llvm::Instruction &instruction);

} // namespace raddle::vectorize

#endif
