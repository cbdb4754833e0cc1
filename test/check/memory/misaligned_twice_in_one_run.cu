// A misaligned access ends its kernel, and what the next kernel does is looked at all the same.
#include <cuda_runtime.h>

__global__ void first(char *buffer, int offset) {
  *reinterpret_cast<int *>(buffer + offset) = 1; // EXPECT: error misaligned-access
}

__global__ void second(char *buffer, int offset) {
  buffer[offset] = 1; // EXPECT: error out-of-bounds-global
}

int main() {
  char *buffer;
  cudaMalloc(&buffer, 64);
#ifdef REPAIRED
  first<<<1, 1>>>(buffer, 4);
  second<<<1, 1>>>(buffer, 63);
#else
  first<<<1, 1>>>(buffer, 3);
  second<<<1, 1>>>(buffer, 64);
#endif
  cudaDeviceSynchronize();
  cudaFree(buffer);
}
