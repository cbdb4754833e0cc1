#include <cuda_runtime.h>

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  cudaStreamDestroy(stream);
#ifndef REPAIRED
  cudaStreamDestroy(stream); // EXPECT: error api-error
#endif
}
