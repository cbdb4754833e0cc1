// grid_group: everything but sync works in an ordinary launch, and is_valid says whether sync would.
#include "../check.h"

#include <cooperative_groups.h>
using namespace cooperative_groups;

struct Grid {
  unsigned long long thread_rank, block_rank, num_threads, num_blocks, size;
  dim3 dim_blocks, block_index, group_dim;
  bool valid;
};

__global__ void observe(Grid *out) {
  grid_group g = this_grid();
  unsigned long long thread = g.thread_rank();
  out[thread] = {grid_group::thread_rank(), grid_group::block_rank(), grid_group::num_threads(),
                 grid_group::num_blocks(),  grid_group::size(),       grid_group::dim_blocks(),
                 grid_group::block_index(), grid_group::group_dim(),  g.is_valid()};
}

static void check(const std::vector<Grid> &got, dim3 grid, dim3 block, bool valid) {
  const unsigned blocks = grid.x * grid.y * grid.z, threads = block.x * block.y * block.z;
  for (unsigned i = 0; i < got.size(); ++i) {
    unsigned b = i / threads;
    CHECK_EQ(got[i].thread_rank, i);
    CHECK_EQ(got[i].block_rank, b);
    CHECK_EQ(got[i].num_threads, blocks * threads);
    CHECK_EQ(got[i].num_blocks, blocks);
    CHECK_EQ(got[i].size, blocks * threads);
    CHECK(got[i].dim_blocks.x == grid.x && got[i].dim_blocks.y == grid.y && got[i].dim_blocks.z == grid.z);
    CHECK(got[i].group_dim.x == grid.x && got[i].group_dim.y == grid.y && got[i].group_dim.z == grid.z);
    CHECK(got[i].block_index.x == b % grid.x && got[i].block_index.y == b / grid.x % grid.y &&
          got[i].block_index.z == b / grid.x / grid.y);
    CHECK_EQ(got[i].valid, valid);
  }
}

int main() {
  struct Shape {
    dim3 grid, block;
  };
  for (Shape shape :
       {Shape{dim3(1), dim3(1)}, Shape{dim3(3, 2, 4), dim3(5, 3, 2)}, Shape{dim3(17), dim3(33)}}) {
    const unsigned count =
        shape.grid.x * shape.grid.y * shape.grid.z * shape.block.x * shape.block.y * shape.block.z;
    DeviceArray<Grid> out(count);
    observe<<<shape.grid, shape.block>>>(out.get());
    CHECK_LAUNCH();
    check(out.host(), shape.grid, shape.block, false);
  }
  DeviceArray<Grid> out(4 * 30);
  Grid *pointer = out.get();
  void *arguments[] = {&pointer};
  CHECK_CUDA(cudaLaunchCooperativeKernel((void *)observe, dim3(2, 1, 2), dim3(5, 3, 2), arguments));
  CHECK_LAUNCH();
  check(out.host(), dim3(2, 1, 2), dim3(5, 3, 2), true);
  return verdict();
}
