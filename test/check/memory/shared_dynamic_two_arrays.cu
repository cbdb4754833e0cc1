// Dynamic shared memory that a kernel divides: the second part is longer than what was asked for.
#include <cuda_runtime.h>

__global__ void divide(double *out, int count) {
  extern __shared__ char memory[];
  double *values = reinterpret_cast<double *>(memory);
  int *keys = reinterpret_cast<int *>(memory + count * sizeof(double));
  values[threadIdx.x] = threadIdx.x;
  keys[threadIdx.x] = count - 1 - threadIdx.x; // EXPECT: error out-of-bounds-shared
  __syncthreads();
  // EXPECT: error out-of-bounds-shared
  out[threadIdx.x] = values[keys[threadIdx.x]];
}

int main() {
  double *out;
  cudaMalloc(&out, 64 * sizeof(double));
#ifdef REPAIRED
  divide<<<1, 64, 64 * (sizeof(double) + sizeof(int))>>>(out, 64);
#else
  divide<<<1, 64, 64 * sizeof(double)>>>(out, 64);
#endif
  cudaDeviceSynchronize();
  cudaFree(out);
}
