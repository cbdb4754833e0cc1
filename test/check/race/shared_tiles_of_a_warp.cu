// A tile of 16 lanes synchronises, and its lanes read from another tile.
#include <cuda_runtime.h>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void tiles(int *data) {
  __shared__ int line[64];
  const int t = threadIdx.x;
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  line[t] = data[t];
  tile.sync();
#ifdef REPAIRED
  data[128 + t] = line[t ^ 15];
#else
  data[128 + t] = line[t ^ 16]; // EXPECT: error race-shared
#endif
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  tiles<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
