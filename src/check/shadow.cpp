#include "check/shadow.h"

#include "abi/kernel_abi.h"
#include "check/poisoned_stores.h"
#include "check/report.h"
#include "diagnostics/messages.h"

#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace raddle::check {

namespace {

// Where Linux puts what a process maps, and its program with the memory that grows behind it. Addresses are reserved for the
// shadow of both; pages become memory when somebody writes to them.
struct Range {
  std::uintptr_t begin, end;

  bool holds(std::uintptr_t address, std::size_t bytes) const {
    return address >= begin && address < end && bytes <= end - address;
  }
};
constexpr Range kRanges[] = {{0x7000'0000'0000, 0x8000'0000'0000}, {0x5100'0000'0000, 0x6000'0000'0000}};

unsigned char *shadowOf(const void *address) {
  return reinterpret_cast<unsigned char *>(reinterpret_cast<std::uintptr_t>(address) +
                                           static_cast<std::uintptr_t>(kRaddleShadowOffset));
}

bool reserve() {
  if (!enabled(Detector::kInit))
    return false;
  for (const Range &range : kRanges) {
    void *const wanted = shadowOf(reinterpret_cast<const void *>(range.begin));
    void *const got = mmap(wanted, range.end - range.begin, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted) {
      printDiagnostic(
          "raddle: error: RADDLE_CHECK=init needs addresses that this process uses, or that the system does "
          "not give (ulimit -v, vm.overcommit_memory=2)\n");
      std::_Exit(1);
    }
    madvise(wanted, range.end - range.begin, MADV_DONTDUMP);
  }
  return true;
}

bool isShadowed(const void *begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  return hasShadow() && (kRanges[0].holds(address, bytes) || kRanges[1].holds(address, bytes));
}

} // namespace

bool hasShadow() {
  static const bool kHas = reserve();
  return kHas;
}

void poison(const void *begin, std::size_t bytes) {
  if (isShadowed(begin, bytes))
    std::memset(shadowOf(begin), 0xff, bytes);
}

void unpoison(const void *begin, std::size_t bytes) {
  if (!isShadowed(begin, bytes))
    return;
  forgetStores(reinterpret_cast<std::uintptr_t>(begin), bytes);
  std::memset(shadowOf(begin), 0, bytes);
}

void copyShadow(void *to, const void *from, std::size_t bytes) {
  if (!isShadowed(to, bytes))
    return;
  if (isShadowed(from, bytes))
    std::memmove(shadowOf(to), shadowOf(from), bytes);
  else
    std::memset(shadowOf(to), 0, bytes);
}

std::optional<PoisonedBytes> findPoisoned(const void *begin, std::size_t bytes) {
  if (!isShadowed(begin, bytes))
    return std::nullopt;
  const unsigned char *const shadow = shadowOf(begin);
  std::size_t first = 0;
  const auto isClean = [&](std::size_t at) {
    std::uint64_t words[4];
    std::memcpy(words, shadow + at, sizeof words);
    return (words[0] | words[1] | words[2] | words[3]) == 0;
  };
  while (first < bytes && shadow[first] == 0)
    first += first + 32 <= bytes && isClean(first) ? 32 : 1;
  if (first == bytes)
    return std::nullopt;
  std::size_t end = first;
  while (end < bytes && shadow[end] != 0)
    ++end;
  return PoisonedBytes{first, end - first};
}

} // namespace raddle::check
