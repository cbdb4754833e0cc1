// Tiles are cut from something larger, as nvcc has it.
// stderr: error: static assertion failed.*a tile is smaller than its parent
// stderr: {here}: note: in instantiation of
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void growing() {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  cg::tiled_partition<16>(tile).sync(); // <- here
}

int main() { growing<<<1, 32>>>(); }
