// cudaMemGetInfo: total is the device's memory, and free shrinks by what is allocated.
#include "../check.h"

int main() {
  std::size_t free_before = 0, free_after = 0, total = 0;
  CHECK_CUDA(cudaMemGetInfo(&free_before, &total));
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK_EQ(total, properties.totalGlobalMem);
  CHECK(free_before > 0 && free_before <= total);
  void *memory = nullptr;
  const std::size_t size = 64 << 20;
  CHECK_CUDA(cudaMalloc(&memory, size));
  CHECK_CUDA(cudaMemGetInfo(&free_after, &total));
  CHECK(free_after + size <= free_before + (4 << 20));
  CHECK_CUDA(cudaFree(memory));
  CHECK_EQ(cudaMalloc(&memory, total + (std::size_t{1} << 40)), cudaErrorMemoryAllocation);
  CHECK_EQ(cudaGetLastError(), cudaErrorMemoryAllocation);
  return verdict();
}
