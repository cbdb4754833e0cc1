// The last float4 begins within the array and ends past it.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out, int n) {
  const int i = threadIdx.x;
#ifdef REPAIRED
  if (4 * i + 3 < n) {
#else
  if (4 * i < n) {
#endif
    const float4 v = reinterpret_cast<const float4 *>(in)[i]; // EXPECT: error out-of-bounds-global
    out[i] = v.x + v.y + v.z + v.w;
  }
}

int main() {
  const int n = 126;
  float *in, *out;
  cudaMalloc(&in, n * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, n * sizeof(float));
  sum<<<1, 32>>>(in, out, n);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
