#include "runtime/block/warp.h"

#include <bit>

namespace raddle::runtime {

void Warp::begin(std::uint32_t lanes) {
  exited = lanes == kRaddleWarpSize ? 0 : ~0u << lanes;
  asking = 0;
  yielded = 0;
  for (; open; open &= open - 1)
    groups[std::countr_zero(open)].missing = 0;
}

// With masks that have their lowest lane in common, a group may be another's place.
Warp::Group *Warp::find(std::uint32_t mask) {
  Group &usual = usualGroup(mask);
  if (usual.missing && usual.mask == mask)
    return &usual;
  for (std::uint32_t rest = open; rest; rest &= rest - 1)
    if (Group &group = groups[std::countr_zero(rest)]; group.mask == mask)
      return &group;
  return nullptr;
}

// There are never more of them than lanes that wait.
Warp::Group &Warp::openGroup(std::uint32_t mask, WarpOp op, bool apart) {
  Group *group = &usualGroup(mask);
  if (group->missing)
    group = &groups[std::countr_one(open)];
  else if (const int place = std::countr_one(open | 1u << (group - groups));
           apart && place < static_cast<int>(kRaddleWarpSize))
    group = &groups[place];
  open |= 1u << (group - groups);
  group->mask = mask;
  group->missing = mask & ~exited;
  group->op = op;
  group->waiting.clear();
  return *group;
}

} // namespace raddle::runtime
