#include "check/shadow.h"

#include "abi/kernel_abi.h"
#include "check/options.h"
#include "diagnostics/messages.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

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
  if (!options().init)
    return false;
  for (const Range &range : kRanges) {
    void *const wanted = shadowOf(reinterpret_cast<const void *>(range.begin));
    void *const got = mmap(wanted, range.end - range.begin, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != wanted) {
      const bool is_alone = !options().memory && !options().race && !options().sync;
      printDiagnostic(fmt::format(
          "raddle: {}: RADDLE_CHECK=init needs addresses that this process uses, or that the system "
          "does not give (ulimit -v, vm.overcommit_memory=2); {}\n",
          is_alone ? "error" : "warning",
          is_alone ? "nothing is checked" : "values that were never set are not looked for"));
      if (is_alone)
        std::_Exit(1);
      return false;
    }
    madvise(wanted, range.end - range.begin, MADV_DONTDUMP);
  }
  return true;
}

// Pages of which all bytes are set: memory of an array becomes memory of its shadow only where somebody writes.
class PoisonedPages {
public:
  PoisonedPages() : file_(memfd_create("raddle-shadow", MFD_CLOEXEC)) {
    const std::vector<unsigned char> ones(kBytes, 0xff);
    is_good_ = file_ >= 0 && write(file_, ones.data(), ones.size()) == static_cast<ssize_t>(ones.size());
  }

  // `begin` and `bytes` are those of whole pages.
  bool map(unsigned char *begin, std::size_t bytes) const {
    for (std::size_t at = 0; is_good_ && at < bytes; at += kBytes)
      if (mmap(begin + at, std::min(kBytes, bytes - at), PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE, file_, 0) == MAP_FAILED)
        return false;
    return is_good_;
  }

private:
  static constexpr std::size_t kBytes = std::size_t{4} << 20;
  int file_;
  bool is_good_ = false;
};

// Shadows of so many bytes and more change their pages; for shorter ones it costs more than it saves.
constexpr std::size_t kMappedBytes = std::size_t{1} << 20;

// Writes `value` to the shadow, by `mapPages(begin, bytes)` where there are many whole pages.
template <typename Map> void fill(unsigned char *begin, std::size_t bytes, int value, Map mapPages) {
  if (bytes >= kMappedBytes) {
    const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
    const std::size_t front = -reinterpret_cast<std::uintptr_t>(begin) % page;
    const std::size_t middle = (bytes - front) / page * page;
    if (mapPages(begin + front, middle)) {
      std::memset(begin, value, front);
      std::memset(begin + front + middle, value, bytes - front - middle);
      return;
    }
  }
  std::memset(begin, value, bytes);
}

bool isShadowed(const void *begin, std::size_t bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  return hasShadow() && (kRanges[0].holds(address, bytes) || kRanges[1].holds(address, bytes));
}

} // namespace

bool reserveShadow() {
  static const bool kHas = reserve();
  return kHas;
}

void poison(const void *begin, std::size_t bytes) {
  if (!isShadowed(begin, bytes))
    return;
  fill(shadowOf(begin), bytes, 0xff, [](unsigned char *pages, std::size_t count) {
    static const PoisonedPages kPages;
    return kPages.map(pages, count);
  });
}

void unpoison(const void *begin, std::size_t bytes) {
  if (!isShadowed(begin, bytes))
    return;
  fill(shadowOf(begin), bytes, 0, [](unsigned char *pages, std::size_t count) {
    return mmap(pages, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED,
                -1, 0) != MAP_FAILED;
  });
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
