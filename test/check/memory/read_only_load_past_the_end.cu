// A stencil that reads its right neighbour through the read-only cache, also at the end.
#include <cuda_runtime.h>

__global__ void difference(const float *__restrict__ in, float *__restrict__ out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef REPAIRED
  if (i + 1 < count)
#else
  if (i < count)
#endif
    out[i] = __ldg(&in[i + 1]) - __ldg(&in[i]); // EXPECT: error out-of-bounds-global
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 1000 * sizeof(float));
  cudaMemset(in, 0, 1000 * sizeof(float));
  cudaMalloc(&out, 1000 * sizeof(float));
  difference<<<4, 256>>>(in, out, 1000);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
