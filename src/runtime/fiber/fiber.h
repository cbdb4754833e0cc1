// Fibers: the stacks that CUDA threads run on.
//
// A fiber is not bound to a thread. Its main loop claims one unstarted thread of its block after the other
// and runs each to its end; only when a thread waits does the block need a second fiber. So a block whose
// threads never wait uses one stack, and a block whose threads all meet at a barrier uses one stack each.
#ifndef RADDLE_RUNTIME_FIBER_FIBER_H
#define RADDLE_RUNTIME_FIBER_FIBER_H

#include "abi/kernel_abi.h"
#include "runtime/fiber/context.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace raddle::runtime {

struct Warp;

/// Stack classes double in size from here.
constexpr std::size_t kSmallestStack = 64 * 1024;

/// Threads of one block have the same stack depth most of the time. With a power of two between stacks, their
/// frames would all fall into the same few cache sets; 68 KiB + 320 bytes is an odd number of cache lines,
/// so that successive stacks visit all sets of L1 and L2.
constexpr std::size_t kStagger = 4096 + 320;

/// How far the fibers of the smallest class, which is nearly always enough, mostly lie from each other.
constexpr std::size_t kFiberDistance = kSmallestStack + kStagger;

/// Kinds of barriers that span blocks: see Span.
constexpr int kSpans = 3;

/// What a thread waits for, in the user's words; read only by reports.
struct WaitPlace {
  const char *what = nullptr; // "__syncwarp", "__syncthreads()"; null: not waiting
  std::uint32_t mask = 0;     // of a warp intrinsic; 0 for block barriers
  std::uintptr_t site = 0;    // return address of the call
};

/// Lives at the upper end of its own stack. The base class is what generated code sees.
struct Fiber : RaddleThread, Context {
  Fiber *next = nullptr;           // in the one queue that the fiber is in
  Warp *own_warp = nullptr;        // of the thread that it runs
  std::uint64_t *result = nullptr; // of its vote at a barrier

  WaitPlace wait;
  Fiber *sibling = nullptr;                 // in the list of all fibers of a block, or of free fibers
  std::uint64_t wake_time = 0;              // of __nanosleep
  bool asleep = false;                      // in __nanosleep, until wake_time
  std::uint32_t live_lanes = 0;             // where lanes of a warp have parted for good; else 0
  std::uint32_t span_arrivals[kSpans] = {}; // phases of each SpanBarrier that the thread has arrived at
  std::uint64_t path = 0; // of the call that is being made, where its thread is counted (RADDLE_PROFILE)
  unsigned char *stack_bottom = nullptr;
  // RADDLE_CHECK=sync: the word that it polled last, since when (nanoseconds), and where it gave way then.
  std::uintptr_t polled = 0, polled_site = 0;
  std::uint32_t polled_bytes = 0;
  std::uint64_t polled_since = 0;

  unsigned char *stackTop() { return reinterpret_cast<unsigned char *>(this); }
};

/// First in, first out; intrusive, so that queueing allocates nothing. What the last one's `next` is says nothing.
class FiberQueue {
public:
  FiberQueue() = default;
  FiberQueue(const FiberQueue &) = delete;
  FiberQueue &operator=(const FiberQueue &) = delete;

  bool empty() const { return end_ == &head_; }
  Fiber *front() const { return empty() ? nullptr : head_; }

  /// The one after `fiber`, which is in the queue; or null.
  Fiber *after(const Fiber *fiber) const { return end_ == &fiber->next ? nullptr : fiber->next; }

  void push(Fiber *fiber) {
    *end_ = fiber;
    end_ = &fiber->next;
  }

  Fiber *pop() {
    if (empty())
      return nullptr;
    Fiber *fiber = head_;
    head_ = fiber->next;
    if (end_ == &fiber->next)
      clear();
    return fiber;
  }

  /// Moves all of `other` to the end of this queue, in constant time.
  void splice(FiberQueue &other) {
    if (other.empty())
      return;
    *end_ = other.head_;
    end_ = other.end_;
    other.clear();
  }

  void clear() { end_ = &head_; }

private:
  Fiber *head_ = nullptr;
  Fiber **end_ = &head_; // where the next one goes
};

/// All fibers of one block, chained by Fiber::sibling in the order of their first use.
struct FiberList {
  Fiber *first = nullptr;
  Fiber *last = nullptr;

  void append(Fiber *fiber) {
    fiber->sibling = nullptr;
    if (last)
      last->sibling = fiber;
    else
      first = fiber;
    last = fiber;
  }
};

/// The fibers of one worker. Stacks come in classes of size; they are carved from slabs of address space
/// that cost memory only where a stack was touched.
class FiberPool {
public:
  FiberPool() = default;
  ~FiberPool();
  FiberPool(const FiberPool &) = delete;
  FiberPool &operator=(const FiberPool &) = delete;

  /// The class whose stacks leave `kernel_bytes` to generated code, on top of what the runtime needs.
  static unsigned stackClassFor(std::size_t kernel_bytes);

  /// A fiber that will enter fiberMain(), or that continues in its loop. Null when no address space is left.
  /// Its stack_limit leaves `leaf_bytes`, and what the runtime needs, below a function that checks it.
  Fiber *take(unsigned stack_class, std::size_t leaf_bytes) {
    Class &pool = classes_[stack_class];
    Fiber *fiber = pool.free;
    if (fiber)
      pool.free = fiber->sibling;
    else
      fiber = create(stack_class);
    if (fiber)
      fiber->stack_limit =
          reinterpret_cast<std::uintptr_t>(fiber->stack_bottom) + kRuntimeHeadroom + leaf_bytes;
    return fiber;
  }

  /// Returns fibers that wait in their main loop for the next block.
  void giveBack(FiberList fibers, unsigned stack_class) {
    if (!fibers.first)
      return;
    fibers.last->sibling = classes_[stack_class].free;
    classes_[stack_class].free = fibers.first;
  }

  /// Returns fibers that were left anywhere; they start anew.
  void abandon(FiberList fibers, unsigned stack_class);

private:
  // Part of every stack that generated code's overflow check leaves to the runtime functions it calls. Deep
  // work (formatting, reports) is done on the worker's home stack, so this is plenty.
  static constexpr std::size_t kRuntimeHeadroom = RADDLE_ASAN || RADDLE_TSAN ? 32 * 1024 : 16 * 1024;
  static constexpr unsigned kClasses = 16;
  struct Slab {
    unsigned char *begin;
    std::size_t bytes;
    std::size_t used;
  };
  struct Class {
    Fiber *free = nullptr;
    std::vector<Slab> slabs;
  };

  Fiber *create(unsigned stack_class);

  std::array<Class, kClasses> classes_;
};

/// What every fiber runs (block.cpp).
void fiberMain(Context *previous);

} // namespace raddle::runtime

#endif
