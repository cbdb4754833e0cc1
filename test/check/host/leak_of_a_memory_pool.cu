// OPTIONS: --leak-check full
#include <cuda_runtime.h>

int main() {
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool;
  // EXPECT: error leak-memory-pool
  cudaMemPoolCreate(&pool, &properties);
  int *values;
  cudaMallocFromPoolAsync(&values, 256, pool, nullptr);
  cudaFreeAsync(values, nullptr);
  cudaStreamSynchronize(nullptr);
#ifdef REPAIRED
  cudaMemPoolDestroy(pool);
#endif
}
