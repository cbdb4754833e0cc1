// Which bytes a launch, a copy or a fill has read and written, and from where.
#ifndef RADDLE_CHECK_FOOTPRINT_H
#define RADDLE_CHECK_FOOTPRINT_H

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace raddle::check {

/// How bytes were accessed, and by which code.
struct Touch {
  std::uintptr_t call = 0; // a code address of a kernel; 0: what the host has called
  std::uint32_t bytes = 0; // of each access; 0: not known
  bool writes = false;     // an atomic update writes and reads
  bool reads = false;
  bool is_atomic = false; // or volatile
  bool is_volatile = false;
  std::uint8_t scope = 0; // RaddleRaceScope of an atomic one
  /// What all of them write, repeated until it fills 64 bits; nothing where it is not known, or not the same.
  std::optional<std::uint64_t> value = {};

  auto operator<=>(const Touch &) const = default;
};

struct TouchedRange {
  std::uintptr_t begin, end;
  Touch how;
};

/// Ranges of bytes. Those of one kind from one place in the code are joined where they meet.
class Footprint {
public:
  void add(const TouchedRange &range) { ranges_.push_back(range); }
  /// Sorts and joins what has been added.
  void seal();
  /// Takes out what lies between the two.
  void forget(std::uintptr_t begin, std::uintptr_t end);

  /// By their beginnings, once sealed.
  const std::vector<TouchedRange> &ranges() const { return ranges_; }

private:
  std::vector<TouchedRange> ranges_;
};

/// Two accesses to the same bytes that need an order.
struct Clash {
  TouchedRange first, second;
  std::uintptr_t address; // of the first byte that both touch
  bool is_narrow;         // both are atomic, one of them for threads of too few blocks or devices

  bool isOfSameValue() const;
};

/// A number of so many bytes, 1, 2, 4 or 8, repeated until it fills 64 bits: so writes of different widths are compared.
std::uint64_t repeated(std::uint64_t value, std::uint64_t bytes);

/// Those of two sealed footprints whose work nothing orders, one for each pair of places in the code. None where the two may
/// have told each other of something by atomic or volatile accesses, since this orders the rest.
std::vector<Clash> clashesOf(const Footprint &first, const Footprint &second, bool is_same_device);

} // namespace raddle::check

#endif
