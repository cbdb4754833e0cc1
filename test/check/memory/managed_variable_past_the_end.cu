// A __managed__ array, and one element too many.
#include <cuda_runtime.h>

__managed__ int counts[10];

__global__ void count(int bins) {
  for (int i = threadIdx.x; i < bins; i += blockDim.x)
    atomicAdd(&counts[i], 1); // EXPECT: error out-of-bounds-global
}

int main() {
#ifdef REPAIRED
  count<<<1, 4>>>(10);
#else
  count<<<1, 4>>>(11);
#endif
  cudaDeviceSynchronize();
}
