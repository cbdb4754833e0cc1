#include "backend/cpu/memory/mapping.h"

#include "machine/pages.h"

#include <cstdint>
#include <sys/mman.h>

namespace raddle::cpu {

std::byte *mapPages(std::size_t bytes, std::size_t alignment, int protection) {
  const std::size_t reserved = bytes + alignment - pageBytes();
  if (reserved < bytes)
    return nullptr;
  void *pages = mmap(nullptr, reserved, protection, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (pages == MAP_FAILED)
    return nullptr;
  auto *const room = static_cast<std::byte *>(pages);
  const auto address = reinterpret_cast<std::uintptr_t>(room);
  std::byte *const base = room + (roundUp(address, alignment) - address), *const end = base + bytes;
  if (base != room)
    munmap(room, static_cast<std::size_t>(base - room));
  if (end != room + reserved)
    munmap(end, static_cast<std::size_t>(room + reserved - end));
  return base;
}

std::byte *mapHugePage() {
  std::byte *const page = mapPages(kHugePageBytes, kHugePageBytes, PROT_READ | PROT_WRITE);
  if (page)
    madvise(page, kHugePageBytes, MADV_HUGEPAGE);
  return page;
}

} // namespace raddle::cpu
