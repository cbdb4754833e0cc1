// cudaDeviceGetLimit and cudaDeviceSetLimit for stack, printf buffer and heap.
#include "../check.h"

int main() {
  for (cudaLimit limit : {cudaLimitStackSize, cudaLimitPrintfFifoSize, cudaLimitMallocHeapSize}) {
    std::size_t before = 0, after = 0;
    CHECK_CUDA(cudaDeviceGetLimit(&before, limit));
    CHECK(before > 0);
    std::size_t wanted = limit == cudaLimitStackSize ? 16384 : 16 << 20;
    CHECK_CUDA(cudaDeviceSetLimit(limit, wanted));
    CHECK_CUDA(cudaDeviceGetLimit(&after, limit));
    CHECK(after >= wanted);
  }
  std::size_t value = 0;
  CHECK(cudaDeviceGetLimit(&value, static_cast<cudaLimit>(99)) != cudaSuccess);
  return verdict();
}
