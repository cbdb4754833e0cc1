// A __device__ array is read past its end.
#include <cuda_runtime.h>

__device__ int weights[24];

__global__ void weigh(int *out) {
#ifdef REPAIRED
  out[threadIdx.x] = weights[threadIdx.x % 24];
#else
  out[threadIdx.x] = weights[threadIdx.x]; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  weigh<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
