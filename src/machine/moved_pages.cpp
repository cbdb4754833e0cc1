#include "machine/moved_pages.h"

#include "base/sanitizers.h"
#include "machine/pages.h"
#include "machine/spin_lock.h"

#include <cstring>
#include <iterator>
#include <map>
#include <mutex>
#include <new>

#include <sched.h>
#include <sys/mman.h>

#if RADDLE_TSAN
extern "C" {
void AnnotateIgnoreReadsBegin(const char *file, int line);
void AnnotateIgnoreReadsEnd(const char *file, int line);
}
#endif

namespace raddle {

namespace {

// While there is one of these, pages that are read are closed to writers, which wait in a fault. The thread sanitizer knows
// nothing of that, and would take what they had written before for a race.
class NobodyWrites {
public:
#if RADDLE_TSAN
  NobodyWrites() { AnnotateIgnoreReadsBegin(__FILE__, __LINE__); }
  ~NobodyWrites() { AnnotateIgnoreReadsEnd(__FILE__, __LINE__); }
#else
  NobodyWrites() {}
#endif
  NobodyWrites(const NobodyWrites &) = delete;
  NobodyWrites &operator=(const NobodyWrites &) = delete;
};

struct Moved {
  std::uintptr_t end;
  bool is_moving;
};

// What is in it can be accessed, other than while it moves: a fault there is one of that time. Handlers of signals take the
// lock, so whoever has it does nothing that could be a fault.
struct MovedPages {
  SpinLock lock;
  std::map<std::uintptr_t, Moved> pages;
};

// Never destroyed. The first to ask may be the handler of a signal that came within malloc(), so this takes no memory.
MovedPages &movedPages() {
  alignas(MovedPages) static std::byte storage[sizeof(MovedPages)];
  static auto *const kPages = new (storage) MovedPages;
  return *kPages;
}

bool isZero(const std::byte *page, std::size_t bytes) {
  return page[0] == std::byte{0} && std::memcmp(page, page + 1, bytes - 1) == 0;
}

} // namespace

bool moveToShared(std::byte *begin, std::size_t bytes, const SharedPages &pages) {
  std::byte *const copy = reserveAddresses(bytes, pageBytes(), nullptr);
  if (!copy)
    return false;
  MovedPages &moved = movedPages();
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  bool has_moved = false;
  if (pages.mapAt(copy, 0, bytes, PROT_READ | PROT_WRITE)) {
    {
      std::lock_guard lock(moved.lock);
      moved.pages[address] = {address + bytes, true};
    }
    if (mprotect(begin, bytes, PROT_READ) == 0) {
      const NobodyWrites nobody_writes;
      // What nobody has written takes no memory.
      for (std::size_t offset = 0; offset < bytes; offset += pageBytes())
        if (!isZero(begin + offset, pageBytes()))
          std::memcpy(copy + offset, begin + offset, pageBytes());
      has_moved = pages.mapAt(begin, 0, bytes, PROT_READ | PROT_WRITE);
      if (!has_moved)
        mprotect(begin, bytes, PROT_READ | PROT_WRITE);
    }
    // Where nothing has moved, a thread may still be about to try again.
    std::lock_guard lock(moved.lock);
    moved.pages[address].is_moving = false;
  }
  releaseAddresses(copy, bytes);
  return has_moved;
}

void forgetMoved(std::byte *begin) {
  MovedPages &moved = movedPages();
  std::lock_guard lock(moved.lock);
  moved.pages.erase(reinterpret_cast<std::uintptr_t>(begin));
}

bool retriesAfterMove(std::uintptr_t address) {
  MovedPages &moved = movedPages();
  for (;;) {
    {
      std::lock_guard lock(moved.lock);
      const auto next = moved.pages.upper_bound(address);
      if (next == moved.pages.begin() || address >= std::prev(next)->second.end)
        return false;
      if (!std::prev(next)->second.is_moving)
        return true;
    }
    sched_yield();
  }
}

} // namespace raddle
