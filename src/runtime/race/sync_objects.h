// What threads of a launch hand to each other by atomic accesses and by barriers of some threads: places in memory, with all
// that has been released there.
#ifndef RADDLE_RUNTIME_RACE_SYNC_OBJECTS_H
#define RADDLE_RUNTIME_RACE_SYNC_OBJECTS_H

#include "runtime/race/history.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace raddle::runtime::race {

/// A thread has written there, atomically. What came before its fence is known to whoever reads it.
struct Release {
  BlockRecord *block;
  Stamp at;
  // Its last fence, for threads of its block, and for others.
  std::optional<Stamp> block_fence, device_fence;
  std::uint8_t scope = kRaddleScopeSystem; // RaddleRaceScope
  std::uint32_t version = 0;               // how many there were before
};

struct SyncObject {
  SpinLock lock;
  std::uint32_t versions = 0;
  std::map<BlockRecord *, std::vector<Release>> releases; // of each block
};

/// Whether there are any. Cheap.
bool haveSyncObjects();
/// The object at an address; null where there is none, unless `create`.
SyncObject *syncObjectAt(std::uintptr_t address, bool create);
/// When nothing runs that could ask for them.
void forgetSyncObjects();

/// What is asked of a release, so that reading it orders.
enum class Demand { kAll, kAnyScope, kAnything };

/// Whether what a thread has acquired orders `x`, of `from`, before `y`, of `to`.
bool isReleasedTo(BlockRecord *from, const Stamp &x, BlockRecord *to, const History &history, const Stamp &y,
                  Demand demand);

/// Whether a thread has read, before `y`, what `x`, an atomic write by `from`, has left at the address, or something later. That
/// orders the two without a fence.
bool isReadBefore(std::uintptr_t address, const BlockRecord *from, const Stamp &x, const History &history,
                  const Stamp &y);

} // namespace raddle::runtime::race

#endif
