// Bytes around an array that nobody should write: filled with a pattern when it is made, and looked at later.
#ifndef RADDLE_BASE_MARGIN_H
#define RADDLE_BASE_MARGIN_H

#include <cstddef>
#include <optional>
#include <string>

namespace raddle {

/// The bytes of a margin, and of what RADDLE_POISON fills. As numbers of any format both are far from all that programs compute with,
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
bool isMargin(const std::byte *bytes, std::size_t count);
std::optional<Damage> findDamage(const std::byte *margin, std::size_t bytes);

/// "at a distance of 0 to 3 bytes" from what the margin lies past; from what a margin of `bytes` lies in front of.
std::string distanceBehind(const Damage &damage);
std::string distanceInFront(const Damage &damage, std::size_t bytes);

/// "1 byte", "2 bytes"
std::string plural(std::size_t count, const char *noun);

} // namespace raddle

#endif
