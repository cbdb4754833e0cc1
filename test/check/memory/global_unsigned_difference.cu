// An unsigned difference wraps, and becomes a large offset.
#include <cuda_runtime.h>

__global__ void shift(const int *in, int *out, size_t n, size_t distance) {
  const size_t i = threadIdx.x;
#ifdef REPAIRED
  if (i < n && i >= distance)
#else
  if (i < n && i + n >= distance)
#endif
    out[i] = in[i - distance]; // EXPECT: error out-of-bounds-global
}

int main() {
  const size_t n = 64;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  shift<<<1, 64>>>(in, out, n, 8);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
