// A kernel writes past what malloc() gave it.
#include <cuda_runtime.h>

__global__ void use(int *out, int n) {
  int *a = static_cast<int *>(malloc(n * sizeof(int)));
  if (!a)
    return;
#ifdef REPAIRED
  for (int i = 0; i < n; ++i)
#else
  for (int i = 0; i <= n; ++i)
#endif
    a[i] = i; // EXPECT: error out-of-bounds-heap
  out[threadIdx.x] = a[n - 1];
  free(a);
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  use<<<1, 32>>>(out, 10);
  cudaDeviceSynchronize();
  cudaFree(out);
}
