// What tests of blocks that wait for each other share.
#ifndef RADDLE_TEST_UNIT_RUNTIME_GRID_KERNEL_H
#define RADDLE_TEST_UNIT_RUNTIME_GRID_KERNEL_H

#include "run_kernel.h"

#include <vector>

// Workers: fewer than blocks, one, and more than this machine has cores.
inline const std::vector<unsigned> kWorkerCounts{1, 2, 4, 13};

struct Rounds {
  int *slots; // one of each thread of the grid, plain memory: the barrier has to order it
  int rounds;
};

inline unsigned gridThread(const RaddleThread *thread) {
  const RaddleBlock &block = *thread->block;
  return block.block_idx.x * block.block_dim.x + raddle::runtime::linearThread(thread);
}

#endif
