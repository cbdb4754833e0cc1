#include <cuda_runtime.h>

int main() {
  cudaEvent_t begin, end;
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventDestroy(begin);
#ifdef REPAIRED
  cudaEventDestroy(end);
#else
  // EXPECT: error api-error
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
#endif
}
