#include <cuda_runtime.h>

__device__ int results[16];

int main() {
  int host[32] = {};
#ifdef REPAIRED
  cudaMemcpyFromSymbol(host, results, sizeof results);
#else
  // EXPECT: error copy-too-long
  cudaMemcpyFromSymbol(host, results, sizeof host);
#endif
  return host[0];
}
