#include "../common/device.h"
#include "problem.h"

#include <cooperative_groups.h>

// The values of even steps lie in the first half, those of odd ones in the second.
__global__ void meet(int *values, int meetings) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  const int blocks = gridDim.x, neighbour = (blockIdx.x + 1) % blocks;
  if (threadIdx.x == 0)
    values[blockIdx.x] = blockIdx.x;
  grid.sync();
  for (int i = 0; i < meetings; ++i) {
    int *from = values + i % 2 * blocks, *to = values + (i + 1) % 2 * blocks;
    if (threadIdx.x == 0)
      to[blockIdx.x] = from[neighbour] + 1;
    grid.sync();
  }
}

struct Program : GridSync {
  explicit Program(bool tiny) : GridSync(tiny), blocks_(multiprocessors()), values_(2 * blocks_) {}
  void run() {
    int *values = values_;
    void *arguments[] = {&values, &meetings};
    bench::require(
        cudaLaunchCooperativeKernel(reinterpret_cast<const void *>(meet), blocks_, 256, arguments, 0, 0));
    bench::finish();
  }
  void check() {
    bench::Array<int> values(2 * blocks_);
    values_.copyTo(values);
    GridSync::check(&values[meetings % 2 * blocks_], blocks_);
  }
  static int multiprocessors() {
    int count;
    bench::require(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, 0));
    return count;
  }
  int blocks_;
  bench::DeviceArray<int> values_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
