// A loop that goes by pointers reads the end itself.
#include <cuda_runtime.h>

__global__ void sum(const int *begin, const int *end, int *out) {
  int total = 0;
#ifdef REPAIRED
  for (const int *p = begin + threadIdx.x; p < end; p += blockDim.x)
#else
  for (const int *p = begin + threadIdx.x; p <= end; p += blockDim.x)
#endif
    total += *p; // EXPECT: error out-of-bounds-global
  out[threadIdx.x] = total;
}

int main() {
  int *a, *out;
  cudaMalloc(&a, 128 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(a, 0, 128 * sizeof(int));
  sum<<<1, 32>>>(a, a + 128, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(out);
}
