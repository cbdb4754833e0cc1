// The access stands in a function that is not inlined, and that knows nothing of the array.
#include <cuda_runtime.h>

__device__ __noinline__ float lookup(const float *table, int index) {
  return table[index]; // EXPECT: error out-of-bounds-global
}

__global__ void interpolate(const float *table, int size, float *out) {
  const int i = threadIdx.x;
#ifdef REPAIRED
  const int next = min(i + 1, size - 1);
#else
  const int next = i + 1;
#endif
  out[i] = 0.5f * (lookup(table, i) + lookup(table, next));
}

int main() {
  float *table, *out;
  cudaMalloc(&table, 32 * sizeof(float));
  cudaMemset(table, 0, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  interpolate<<<1, 32>>>(table, 32, out);
  cudaDeviceSynchronize();
  cudaFree(table);
  cudaFree(out);
}
