#include "profile/lane_groups.h"

#include "profile/access_counts.h"

#include <bit>

namespace raddle::profile {

std::uint64_t LaneGroups::hashOf(const std::uint64_t *counters, std::uint64_t path, std::uint32_t warp) {
  std::uint64_t hash = path ^ reinterpret_cast<std::uintptr_t>(counters) * 0x9e3779b97f4a7c15;
  hash += std::uint64_t{warp} * 0xd1342543de82ef95;
  hash *= 0xbf58476d1ce4e5b9;
  return hash ^ hash >> 32;
}

LaneGroups::Group &LaneGroups::find(const Visit &visit) {
  if (groups_.size() * 2 >= slots_.size())
    grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hashOf(visit.counters, visit.path, visit.warp) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) {
      groups_.push_back({visit.counters, visit.path, visit.warp, 0, 0, 0, Kind::kBlock, false});
      slots_[slot] = static_cast<std::uint32_t>(groups_.size());
      return groups_.back();
    }
    Group &group = groups_[slots_[slot] - 1];
    if (group.counters == visit.counters && group.path == visit.path && group.warp == visit.warp)
      return group;
  }
}

void LaneGroups::grow() {
  slots_.assign(slots_.empty() ? 1024 : 2 * slots_.size(), 0);
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t i = 0; i < groups_.size(); ++i) {
    std::size_t slot = hashOf(groups_[i].counters, groups_[i].path, groups_[i].warp) & mask;
    while (slots_[slot])
      slot = (slot + 1) & mask;
    slots_[slot] = i + 1;
  }
}

void LaneGroups::branch(const Visit &visit, std::uint32_t way) {
  Group &group = find(visit);
  group.kind = Kind::kBranch;
  if (group.lanes == 0)
    group.value = way;
  group.divides |= group.value != way;
  group.lanes |= 1u << visit.lane;
}

void LaneGroups::access(const Visit &visit, std::uint64_t address, std::uint32_t flags) {
  Group &group = find(visit);
  if (group.lanes == 0) {
    group.kind = Kind::kAccess;
    group.value = flags;
    group.addresses = static_cast<std::uint32_t>(addresses_.size());
    addresses_.emplace_back();
  }
  addresses_[group.addresses][visit.lane] = address;
  group.lanes |= 1u << visit.lane;
}

void LaneGroups::flush(std::uint64_t shared, std::uint64_t shared_bytes) {
  if (groups_.empty())
    return;
  for (const Group &group : groups_)
    switch (group.kind) {
    case Kind::kBlock:
      group.counters[0] += 1;
      group.counters[1] += static_cast<std::uint64_t>(std::popcount(group.lanes));
      break;
    case Kind::kBranch:
      group.counters[0] += group.divides;
      break;
    case Kind::kAccess:
      countAccess(group.counters, {addresses_[group.addresses].data(), group.lanes, group.value & 0xff},
                  group.value, shared, shared_bytes);
      break;
    }
  groups_.clear();
  addresses_.clear();
  slots_.assign(slots_.size() > (1u << 16) ? 1024 : slots_.size(), 0);
}

} // namespace raddle::profile
