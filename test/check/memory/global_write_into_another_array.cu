// The index leads into an array that lives next to this one.
#include <cuda_runtime.h>

__global__ void write(char *a, const char *b, int n) {
#ifdef REPAIRED
  a[threadIdx.x % n] = 1;
#else
  a[b - a + threadIdx.x % n] = 1; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  char *a, *b;
  cudaMalloc(&a, 512);
  cudaMalloc(&b, 512);
  write<<<1, 64>>>(a, b, 512);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
}
