// Elements of a shared array as vectors, from one that no vector begins with.
#include <cuda_runtime.h>

__global__ void swap(float4 *out, int first) {
  __shared__ __align__(16) float tile[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x)
    tile[i] = i;
  __syncthreads();
  const float *own = tile + first + 4 * threadIdx.x;
  out[threadIdx.x] = *reinterpret_cast<const float4 *>(own); // EXPECT: error misaligned-access
}

int main() {
  float4 *out;
  cudaMalloc(&out, 32 * sizeof(float4));
#ifdef REPAIRED
  swap<<<1, 32>>>(out, 8);
#else
  swap<<<1, 32>>>(out, 6);
#endif
  cudaDeviceSynchronize();
  cudaFree(out);
}
