// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  int *values;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  // EXPECT: error leak-device-memory
  cudaMallocAsync(&values, 100, stream);
  cudaMemsetAsync(values, 0, 100, stream);
#ifdef REPAIRED
  cudaFreeAsync(values, stream);
#endif
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
