// RADDLE_CHECK=sync: what kernels that poll tell of the words that they poll and write.

#include "abi/kernel_exports.h"
#include "machine/clock.h"
#include "runtime/block/block.h"
#include "runtime/block/last_writes.h"

using namespace raddle;
using namespace raddle::runtime;

// The clock is read where something is new only: a thread that polls must look as if it did not move (worker/polling.cpp).
RADDLE_EXPORT void raddle_note_poll(RaddleThread *thread, const void *address, uint32_t bytes) {
  Fiber &self = fiberOf(thread);
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (self.polled != number) {
    self.polled = number;
    self.polled_bytes = bytes;
    self.polled_since = nanoseconds();
  }
  self.polled_site = 0;
}

RADDLE_EXPORT void raddle_note_write(RaddleThread *thread, const void *address, uint32_t changes) {
  if (!changes)
    return;
  const Block &block = *static_cast<const Block *>(thread->block);
  noteLastWrite(reinterpret_cast<std::uintptr_t>(address),
                {block.run->id(), block.block_idx, thread->thread_idx, RADDLE_CALL_SITE, nanoseconds()});
}
