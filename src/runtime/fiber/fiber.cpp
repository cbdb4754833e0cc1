#include "runtime/fiber/fiber.h"

#include "machine/valgrind.h"

#include <algorithm>
#include <bit>
#include <new>
#include <sys/mman.h>

namespace raddle::runtime {

namespace {

constexpr std::size_t kSlabBytes = 64 * 1024 * 1024;

std::size_t stackStride(unsigned stack_class) { return (kSmallestStack << stack_class) + kStagger; }

void makeFresh(Fiber &fiber) {
  prepareContext(fiber, fiber.stackTop(), fiberMain);
#if RADDLE_ASAN
  const std::size_t bytes = static_cast<std::size_t>(fiber.stackTop() - fiber.stack_bottom);
  __asan_unpoison_memory_region(fiber.stack_bottom, bytes);
  fiber.fake_stack = nullptr;
  fiber.stack_low = fiber.stack_bottom;
  fiber.stack_bytes = bytes;
#endif
#if RADDLE_TSAN
  if (fiber.tsan_fiber)
    __tsan_destroy_fiber(fiber.tsan_fiber);
  fiber.tsan_fiber = __tsan_create_fiber(0);
#endif
}

} // namespace

[[gnu::hot]] unsigned FiberPool::stackClassFor(std::size_t kernel_bytes) {
  std::size_t needed = std::max(kernel_bytes + kRuntimeHeadroom, kSmallestStack);
  unsigned stack_class = static_cast<unsigned>(std::bit_width((needed - 1) / kSmallestStack));
  return std::min(stack_class, kClasses - 1);
}

Fiber *FiberPool::create(unsigned stack_class) {
  Class &pool = classes_[stack_class];
  const std::size_t stride = stackStride(stack_class);
  if (pool.slabs.empty() || pool.slabs.back().used + stride > pool.slabs.back().bytes) {
    std::size_t bytes = std::max(kSlabBytes, 4 * stride);
    void *memory =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
      return nullptr;
    // A huge page would back 30 stacks of which each has touched 4 KiB.
    madvise(memory, bytes, MADV_NOHUGEPAGE);
    pool.slabs.push_back({static_cast<unsigned char *>(memory), bytes, 0});
  }
  Slab &slab = pool.slabs.back();
  unsigned char *bottom = slab.begin + slab.used;
  slab.used += stride;

  constexpr std::size_t kRecordBytes = (sizeof(Fiber) + 63) / 64 * 64;
  Fiber *fiber = new (bottom + stride - kRecordBytes) Fiber;
  fiber->stack_bottom = bottom;
  announceStack(bottom, fiber->stackTop());
  makeFresh(*fiber);
  return fiber;
}

void FiberPool::abandon(FiberList fibers, unsigned stack_class) {
  for (Fiber *fiber = fibers.first; fiber; fiber = fiber->sibling)
    makeFresh(*fiber);
  giveBack(fibers, stack_class);
}

FiberPool::~FiberPool() {
#if RADDLE_TSAN
  for (Class &pool : classes_)
    for (Fiber *fiber = pool.free; fiber; fiber = fiber->sibling)
      __tsan_destroy_fiber(fiber->tsan_fiber);
#endif
  for (Class &pool : classes_)
    for (Slab &slab : pool.slabs) {
#if RADDLE_ASAN
      __asan_unpoison_memory_region(slab.begin, slab.bytes);
#endif
      munmap(slab.begin, slab.bytes);
    }
}

} // namespace raddle::runtime
