// The last steps of a sum, as they were written before Volta: lanes of a warp exchange what they have by volatile accesses.
#include <cuda_runtime.h>

__global__ void sum(const int *values, int *result) {
  __shared__ volatile int sums[64];
  int lane = threadIdx.x;
  sums[lane] = values[lane];
  sums[lane + 32] = values[lane + 32];
#ifdef REPAIRED
  for (int distance = 32; distance > 0; distance /= 2) {
    int other = sums[lane + distance];
    __syncwarp();
    sums[lane] += other;
    __syncwarp();
  }
#else
  for (int distance = 32; distance > 0; distance /= 2)
    sums[lane] += sums[lane + distance]; // EXPECT: warning relies-on-lock-step
#endif
  if (lane == 0)
    *result = sums[0];
}

int main() {
  int *values, *result;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  cudaMalloc(&result, sizeof(int));
  sum<<<1, 32>>>(values, result);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(result);
}
