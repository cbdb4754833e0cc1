// A kernel that corrects a limit writes to a __constant__ variable, through a pointer that has lost its const.
#include <cuda_runtime.h>

#ifdef REPAIRED
__device__ int limits[4] = {1, 2, 3, 4};
#else
__constant__ const int limits[4] = {1, 2, 3, 4};
#endif

__global__ void correct(int *out) {
  int *written = const_cast<int *>(&limits[threadIdx.x]);
  *written = 7; // EXPECT: error write-to-constant
  out[threadIdx.x] = limits[threadIdx.x];
}

int main() {
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
  correct<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
