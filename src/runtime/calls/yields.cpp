// Threads that let others have a turn.
#include "abi/kernel_exports.h"
#include "runtime/block/block.h"

#include <algorithm>

using namespace raddle;
using namespace raddle::runtime;

// The fiber that runs a thread, or a warp, which polls; with what reports say of it.
static Fiber &pollingFiber(RaddleThread *thread, std::uintptr_t site) {
  Fiber &self = fiberOf(thread);
  self.wait.site = site;
  self.polled_site = site;
  if (&self != thread) {
    self.warp = thread->block->running_warp;
    self.lanes_here = thread->lanes_here;
  }
  return self;
}

RADDLE_EXPORT void raddle_yield(RaddleThread *thread) {
  Fiber &self = pollingFiber(thread, RADDLE_CALL_SITE);
  static_cast<Block *>(thread->block)->yield(self);
}

RADDLE_EXPORT void raddle_nanosleep(RaddleThread *thread, uint32_t nanoseconds) {
  Fiber &self = pollingFiber(thread, RADDLE_CALL_SITE);
  Block &block = *static_cast<Block *>(thread->block);
  // A thread that only sleeps must look as if it did not move (worker/polling.cpp). So the clock is read on
  // the home stack, where the time leaves no trace on this one, and all yields are reached in the same way.
  self.asleep = false;
  for (;;) {
    block.worker->onHomeStack([&self, nanoseconds] {
      constexpr uint32_t kLongestSleep = 1'000'000; // of the PTX instruction nanosleep
      const uint64_t now = raddle_globaltimer();
      if (!self.asleep)
        self.wake_time = now + std::max(std::min(nanoseconds, kLongestSleep), 1u);
      self.asleep = now < self.wake_time;
    });
    if (!self.asleep)
      return;
    block.yield(self);
  }
}
