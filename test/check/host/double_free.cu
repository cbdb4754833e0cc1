#include <cuda_runtime.h>

int main() {
  int *in, *out;
  cudaMalloc(&in, 64);
#ifdef REPAIRED
  cudaMalloc(&out, 64);
#else
  out = in;
#endif
  cudaFree(in);
  cudaFree(out); // EXPECT: error double-free
}
