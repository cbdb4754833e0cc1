#include <cuda_runtime.h>

__constant__ float weights[16];

int main() {
  float host[64] = {};
#ifdef REPAIRED
  const size_t bytes = sizeof weights;
#else
  const size_t bytes = sizeof host;
#endif
  cudaMemcpyToSymbol(weights, host, bytes); // EXPECT: error copy-too-long
}
