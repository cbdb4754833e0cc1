// So has pinned memory of the host.
#include <cuda_runtime.h>

__global__ void read(const int *a, int *out, int n) {
  if (threadIdx.x == 31)
#ifdef REPAIRED
    *out = a[n - 1];
#else
    *out = a[n]; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  int *a, *out;
  cudaMallocHost(&a, 100 * sizeof(int));
  a[99] = 1;
  cudaMalloc(&out, sizeof(int));
  read<<<1, 32>>>(a, out, 100);
  cudaDeviceSynchronize();
  cudaFreeHost(a);
  cudaFree(out);
}
