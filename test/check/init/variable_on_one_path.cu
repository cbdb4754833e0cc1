// A variable that gets a value on one path only.
#include <cuda_runtime.h>

__global__ void classify(const int *values, int *kinds) {
  int kind;
#ifdef REPAIRED
  kind = 0;
#endif
  const int value = values[threadIdx.x];
  if (value > 3)
    kind = value;
  else if (value < -3)
    kind = -value;
  kinds[threadIdx.x] = kind; // EXPECT: error uninitialised-value
}

int main() {
  int *values, *kinds, host[32];
  cudaMalloc(&values, sizeof(host));
  cudaMemset(values, 0, sizeof(host));
  cudaMalloc(&kinds, sizeof(host));
  classify<<<1, 32>>>(values, kinds);
  cudaMemcpy(host, kinds, sizeof(host), cudaMemcpyDeviceToHost);
  cudaFree(values);
  cudaFree(kinds);
}
