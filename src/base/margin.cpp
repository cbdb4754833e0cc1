#include "base/margin.h"

#include "base/sanitizers.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fmt/core.h>

namespace raddle {

static constexpr std::byte kByte{kMarginByte};

// Kernels may be writing there.
__attribute__((no_sanitize("thread"))) bool isMargin(const std::byte *bytes, std::size_t count) {
  std::uint64_t difference = 0;
  std::size_t i = 0;
  for (; i + sizeof difference <= count; i += sizeof difference) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes + i, sizeof word);
    difference |= word ^ (~std::uint64_t{0} / 0xff * kMarginByte);
  }
  for (; i < count; ++i)
    difference |= static_cast<std::uint64_t>(bytes[i] ^ kByte);
  return difference == 0;
}

void fillMargin(std::byte *margin, std::size_t bytes) { std::memset(margin, kMarginByte, bytes); }

__attribute__((no_sanitize("thread"))) std::optional<Damage> findDamage(const std::byte *margin,
                                                                        std::size_t bytes) {
  if (isMargin(margin, bytes))
    return std::nullopt;
  Damage damage{bytes, 0, 0};
  for (std::size_t i = 0; i < bytes; ++i) {
    if (margin[i] == kByte)
      continue;
    damage.first = std::min(damage.first, i);
    damage.last = i;
    ++damage.bytes;
  }
  // It may have been mended meanwhile.
  return damage.bytes ? std::optional(damage) : std::nullopt;
}

namespace {

std::string describeDistance(std::size_t nearest, std::size_t farthest) {
  return nearest == farthest ? "at a distance of " + plural(nearest, "byte")
                             : fmt::format("at a distance of {} to {} bytes", nearest, farthest);
}

} // namespace

std::string distanceBehind(const Damage &damage) { return describeDistance(damage.first, damage.last); }

std::string distanceInFront(const Damage &damage, std::size_t bytes) {
  return describeDistance(bytes - damage.last, bytes - damage.first);
}

std::string plural(std::size_t count, const char *noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

} // namespace raddle
