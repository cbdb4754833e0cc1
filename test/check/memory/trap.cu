#include <cuda_runtime.h>

__global__ void demand(int *values, int least) {
  if (values[threadIdx.x] < least)
    __trap(); // EXPECT: error trap
}

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
#ifdef REPAIRED
  const int least = 0;
#else
  const int least = 1;
#endif
  demand<<<1, 64>>>(values, least);
  cudaDeviceSynchronize();
  cudaFree(values);
}
