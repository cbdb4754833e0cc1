#include "runtime/device/shared_memory.h"

#include "machine/pages.h"

#include <algorithm>
#include <new>
#include <sys/mman.h>

namespace raddle::runtime {

namespace {

// Address space only. Indices that are too large are more common than negative ones, and farther off.
constexpr std::size_t kFrontGuard = 64 * 1024;
constexpr std::size_t kRearGuard = 1024 * 1024;
// In front of the memory: a warp whose first lanes take no part reads there under its mask, as in a prefix sum, which takes
// 70 cycles where no page is present. Its last lanes do so past the end, where the guard is worth more.
constexpr std::size_t kSlack = 512;

} // namespace

[[gnu::hot]] unsigned char *SharedMemory::reserve(std::size_t wanted, std::size_t alignment) {
  // Nothing where nothing is asked for, so that what is accessed nevertheless is a fault.
  const std::size_t bytes = roundUp(wanted, alignment);
  if (bytes + kSlack > capacity_) {
    release();
    const std::size_t capacity = roundUp(bytes + kSlack, pageBytes());
    void *mapping = mmap(nullptr, kFrontGuard + capacity + kRearGuard, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (mapping == MAP_FAILED)
      throw std::bad_alloc();
    mapping_ = static_cast<unsigned char *>(mapping);
    capacity_ = capacity;
    if (mprotect(mapping_ + kFrontGuard, capacity, PROT_READ | PROT_WRITE) != 0) {
      release();
      throw std::bad_alloc();
    }
  }
  unsigned char *memory = mapping_ + kFrontGuard + capacity_ - bytes;
  // Margins stay as they are from block to block. The one in front makes its page present, which nobody else does.
  if (memory != memory_ || wanted != bytes_) {
    memory_ = memory;
    bytes_ = wanted;
    rear_bytes_ = bytes - wanted;
    fillMargin(frontMargin(), kFrontMargin);
    fillMargin(rearMargin(), rear_bytes_);
  }
  return memory;
}

std::optional<SharedMemory::Overrun> SharedMemory::takeOverrun() {
  const Overrun overrun{findDamage(frontMargin(), kFrontMargin), findDamage(rearMargin(), rear_bytes_)};
  if (!overrun.front && !overrun.rear)
    return std::nullopt;
  fillMargin(frontMargin(), kFrontMargin);
  fillMargin(rearMargin(), rear_bytes_);
  return overrun;
}

unsigned char *SharedMemory::ofNoBlock() {
  // What runs over the ends of other memory, next to which the system may put this, is not taken for an access to it.
  constexpr std::size_t kBetween = 1024 * 1024;
  static void *const mapping = mmap(nullptr, kBetween + kRearGuard + kBetween, PROT_NONE,
                                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return mapping == MAP_FAILED ? nullptr : static_cast<unsigned char *>(mapping) + kBetween;
}

bool SharedMemory::isOfNoBlock(std::uintptr_t address) {
  return address - reinterpret_cast<std::uintptr_t>(ofNoBlock()) < kRearGuard;
}

std::optional<std::size_t> SharedMemory::distanceBehind(std::uintptr_t address) const {
  const std::uintptr_t end = reinterpret_cast<std::uintptr_t>(mapping_) + kFrontGuard + capacity_;
  return mapping_ && address - end < kRearGuard ? std::optional(address - end) : std::nullopt;
}

void SharedMemory::release() {
  if (mapping_)
    munmap(mapping_, kFrontGuard + capacity_ + kRearGuard);
  mapping_ = memory_ = nullptr;
  capacity_ = 0;
}

} // namespace raddle::runtime
