#include <cooperative_groups.h>
#include <cstdio>

namespace cg = cooperative_groups;

// Cooperative groups: tiles of eight lanes, whoever is here, and those who have the same label.
__global__ void tiles(const int *in, int *out) {
  cg::thread_block block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  int sum = in[block.thread_rank()];
  for (int distance = 4; distance > 0; distance /= 2)
    sum += tile.shfl_xor(sum, distance);
  int rank = -1;
  if (tile.thread_rank() < 3) {
    cg::coalesced_group here = cg::coalesced_threads();
    rank = here.thread_rank();
    here.sync();
  }
  auto warp = cg::tiled_partition<32>(block);
  auto part = cg::labeled_partition(warp, warp.thread_rank() % 3);
  int first = part.shfl(sum, 0);
  out[block.thread_rank()] = sum + rank + first;
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, 32 * sizeof(int));
  cudaMallocManaged(&out, 32 * sizeof(int));
  for (int lane = 0; lane < 32; ++lane)
    in[lane] = lane;
  tiles<<<1, 32>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%d ", out[lane]);
  printf("\n");
}
