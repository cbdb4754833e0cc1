// The grids of one launch on several devices, and their barrier, multi_grid.sync().
//
// Devices share the workers, so to the runtime these grids are one cohort of blocks that wait for each other,
// with a barrier for all of them beside the one that each grid has. A grid that ends early, or never starts,
// is noticed by those that wait for it as a block of their own grid would be.
#ifndef RADDLE_RUNTIME_BLOCK_MULTI_GRID_H
#define RADDLE_RUNTIME_BLOCK_MULTI_GRID_H

#include "backend/launch.h"
#include "runtime/block/cohort.h"
#include "runtime/block/grid_barrier.h"

#include <cstdint>

namespace raddle::runtime {

struct MultiGrid final : backend::LaunchGroup {
  MultiGrid(std::uint32_t grids, std::uint64_t blocks_of_each)
      : size(grids), cohort(grids * blocks_of_each), barrier(grids * blocks_of_each, cohort) {}

  const std::uint32_t size; // grids, all of the same shape
  Cohort cohort;
  GridBarrier barrier;
};

} // namespace raddle::runtime

#endif
