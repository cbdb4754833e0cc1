#include <cuda_runtime.h>

__global__ void copy(const float *from, float4 *to, int offset) {
  *to = *reinterpret_cast<const float4 *>(from + offset); // EXPECT: error misaligned-access
}

int main() {
  float *values;
  cudaMalloc(&values, 1024);
  cudaMemset(values, 0, 1024);
#ifdef REPAIRED
  const int offset = 4;
#else
  const int offset = 5;
#endif
  copy<<<1, 1>>>(values, reinterpret_cast<float4 *>(values + 128), offset);
  cudaDeviceSynchronize();
  cudaFree(values);
}
