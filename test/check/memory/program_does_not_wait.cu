// The program ends while its kernel still runs.
#include <cuda_runtime.h>

__device__ int values[64];

__global__ void fill(int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    values[i] = i; // EXPECT: error out-of-bounds-global
}

int main() {
#ifdef REPAIRED
  fill<<<1, 32>>>(64);
#else
  fill<<<1, 32>>>(65);
#endif
}
