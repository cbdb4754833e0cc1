// An index that leaves one __constant__ array meets another one.
#include <cuda_runtime.h>

__constant__ int weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int offsets[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void look(int *out, int first) {
  out[threadIdx.x] = weights[first + threadIdx.x] + offsets[threadIdx.x]; // EXPECT: error out-of-bounds-constant
}

int main() {
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
#ifdef REPAIRED
  look<<<1, 4>>>(out, 4);
#else
  look<<<1, 4>>>(out, 6);
#endif
  cudaDeviceSynchronize();
  cudaFree(out);
}
