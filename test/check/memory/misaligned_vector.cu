// A float4 is read from an address that is no multiple of 16.
#include <cuda_runtime.h>

__global__ void sum(const float *in, float *out, int begin) {
  const float4 v =
      *reinterpret_cast<const float4 *>(in + begin + 4 * threadIdx.x); // EXPECT: error misaligned-access
  out[threadIdx.x] = v.x + v.y + v.z + v.w;
}

int main() {
  float *in, *out;
  cudaMalloc(&in, 256 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(in, 0, 256 * sizeof(float));
#ifdef REPAIRED
  sum<<<1, 32>>>(in, out, 4);
#else
  sum<<<1, 32>>>(in, out, 1);
#endif
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
