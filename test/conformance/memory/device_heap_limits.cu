// cudaLimitMallocHeapSize and cudaLimitPrintfFifoSize can be set until a kernel has used what they limit, and
// again after a reset.
#include "../check.h"

__global__ void useHeap(int *good) {
  void *block = malloc(100);
  *good = block != nullptr;
  free(block);
}

int main() {
  size_t bytes = 0;
  CHECK_CUDA(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  CHECK_EQ(bytes, size_t(8) << 20);
  for (size_t wanted : {size_t(1), size_t(5) << 20, size_t(16) << 20}) {
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, wanted));
    CHECK_CUDA(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
    CHECK(bytes >= wanted);
    CHECK_CUDA(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, wanted));
    CHECK_CUDA(cudaDeviceGetLimit(&bytes, cudaLimitPrintfFifoSize));
    CHECK(bytes >= wanted);
  }
  int *good = nullptr, copy = 0;
  CHECK_CUDA(cudaMalloc(&good, sizeof(int)));
  useHeap<<<1, 1>>>(good);
  CHECK_LAUNCH();
  CHECK_CUDA(cudaMemcpy(&copy, good, sizeof(int), cudaMemcpyDeviceToHost));
  CHECK_EQ(copy, 1);
  CHECK_EQ(cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t(32) << 20), cudaErrorInvalidValue);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  CHECK_CUDA(cudaDeviceReset());
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitMallocHeapSize, size_t(32) << 20));
  CHECK_CUDA(cudaDeviceGetLimit(&bytes, cudaLimitMallocHeapSize));
  CHECK_EQ(bytes, size_t(32) << 20);
  return verdict();
}
