// The lanes of a block that run one by one, put together again: those of a warp that come to the same place on the same path are one
// warp's execution of it (see vectorize/instrument/counters/insert_counters.cpp).
#ifndef RADDLE_PROFILE_LANE_GROUPS_H
#define RADDLE_PROFILE_LANE_GROUPS_H

#include "abi/kernel_abi.h"

#include <array>
#include <cstdint>
#include <vector>

namespace raddle::profile {

class LaneGroups {
public:
  /// Who comes where: `counters` are those of the place.
  struct Visit {
    std::uint64_t *counters;
    std::uint64_t path;
    std::uint32_t warp, lane;
  };

  /// Whether no other lane of the warp has come there.
  bool runBlock(const Visit &visit) {
    Group &group = find(visit);
    const bool is_first = group.lanes == 0;
    group.lanes |= 1u << visit.lane;
    return is_first;
  }
  void branch(const Visit &visit, std::uint32_t way);
  void access(const Visit &visit, std::uint64_t address, std::uint32_t flags);

  /// Adds all to their counters. To be called when no lane of the block's warps will come to any of these places again.
  void flush(std::uint64_t shared, std::uint64_t shared_bytes);

  /// So much is held that it had better be flushed, though lanes may come later that belong to it.
  bool isFull() const { return groups_.size() >= kMostGroups || addresses_.size() >= kMostAddresses; }

private:
  static constexpr std::size_t kMostGroups = std::size_t{1} << 22, kMostAddresses = std::size_t{1} << 20;

  enum class Kind : std::uint8_t { kBlock, kBranch, kAccess };
  struct Group {
    std::uint64_t *counters;
    std::uint64_t path;
    std::uint32_t warp;
    std::uint32_t lanes;
    std::uint32_t value; // the way, or the flags
    std::uint32_t addresses;
    Kind kind;
    bool divides;
  };

  Group &find(const Visit &visit);
  void grow();
  static std::uint64_t hashOf(const std::uint64_t *counters, std::uint64_t path, std::uint32_t warp);

  std::vector<Group> groups_;
  std::vector<std::uint32_t> slots_; // by hash: one more than the number of the group, or 0
  std::vector<std::array<std::uint64_t, kRaddleWarpSize>> addresses_;
};

} // namespace raddle::profile

#endif
