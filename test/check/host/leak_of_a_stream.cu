// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream); // EXPECT: error leak-stream
#ifdef REPAIRED
  cudaStreamDestroy(stream);
#endif
}
