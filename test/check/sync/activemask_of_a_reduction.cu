// The sum is taken for that of the branch, and is that of whoever was there. A group of whoever is there is right.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void sum(int *values) {
  const int lane = threadIdx.x;
  if (lane < 10) {
#ifdef REPAIRED
    const unsigned mask = 0x3ff;
#else
    const unsigned mask = __activemask();
#endif
    const int total = __reduce_add_sync(mask, lane); // EXPECT: warning activemask-as-mask
    if (lane == 0)
      values[0] = total;
  }
  if (lane % 3 != 0)
    values[lane + 100] = cg::reduce(cg::coalesced_threads(), 1, cg::plus<int>()) > 0;
  __syncwarp();
  values[lane + 1] += values[0];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
