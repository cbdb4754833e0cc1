// Bytes around an array that nobody should write: filled with a pattern when it is made, and looked at later.
#ifndef RADDLE_RUNTIME_MARGIN_H
#define RADDLE_RUNTIME_MARGIN_H

#include <cstddef>
#include <optional>

namespace raddle::runtime {

/// Of a margin, and of what RADDLE_POISON fills. As numbers of any format both are far from all that programs compute with,
/// and wrong indices, but no NaN, of which maximum and minimum make something else.
constexpr unsigned char kMarginByte = 0xfb, kPoisonByte = 0xfa;

/// So many bytes on either side of an array are looked at, where it has so many.
constexpr std::size_t kLargestMargin = 4096;

/// What was written over.
struct Damage {
  std::size_t first, last; // offsets into the margin
  std::size_t bytes;       // how many differ
};

void fillMargin(std::byte *margin, std::size_t bytes);
std::optional<Damage> findDamage(const std::byte *margin, std::size_t bytes);

} // namespace raddle::runtime

#endif
