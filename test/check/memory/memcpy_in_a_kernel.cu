// memcpy() in a kernel copies more than the target has.
#include <cstring>
#include <cuda_runtime.h>

__global__ void copy(char *to, const char *from, int bytes) {
  if (threadIdx.x == 0)
    memcpy(to, from, bytes); // EXPECT: error out-of-bounds-global
}

int main() {
  char *to, *from;
  cudaMalloc(&to, 100);
  cudaMalloc(&from, 200);
  cudaMemset(from, 0, 200);
#ifdef REPAIRED
  copy<<<1, 32>>>(to, from, 100);
#else
  copy<<<1, 32>>>(to, from, 120);
#endif
  cudaDeviceSynchronize();
  cudaFree(to);
  cudaFree(from);
}
