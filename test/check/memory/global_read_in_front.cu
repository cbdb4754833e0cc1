// A stencil reads the left neighbour of element 0.
#include <cuda_runtime.h>

__global__ void difference(const int *in, int *out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
#ifdef REPAIRED
  out[i] = in[i] - (i > 0 ? in[i - 1] : 0);
#else
  out[i] = in[i] - in[i - 1]; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  const int n = 256;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  difference<<<2, 128>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
