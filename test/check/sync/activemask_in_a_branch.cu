// Whoever happens to be there sums up as if all lanes of the branch were.
#include <cuda_runtime.h>

__global__ void sum(int *values) {
  const int lane = threadIdx.x;
#ifdef REPAIRED
  const unsigned mask = __ballot_sync(0xffffffff, lane < 16);
  if (lane < 16) {
#else
  if (lane < 16) {
    const unsigned mask = __activemask();
#endif
    int value = 1;
    for (int distance = 8; distance; distance /= 2)
      value += __shfl_xor_sync(mask, value, distance); // EXPECT: warning activemask-as-mask
    values[lane] = value;
  }
  __syncwarp();
  values[32 + lane] = values[31 - lane];
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  sum<<<1, 32>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
