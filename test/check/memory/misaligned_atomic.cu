// A counter of 64 bits behind a header of 4 bytes.
#include <cuda_runtime.h>

__global__ void count(char *buffer, int header) {
  atomicAdd(reinterpret_cast<unsigned long long *>(buffer + header), 1ull); // EXPECT: error misaligned-access
}

int main() {
  char *buffer;
  cudaMalloc(&buffer, 64);
  cudaMemset(buffer, 0, 64);
#ifdef REPAIRED
  count<<<1, 1>>>(buffer, 8);
#else
  count<<<1, 1>>>(buffer, 4);
#endif
  cudaDeviceSynchronize();
  cudaFree(buffer);
}
