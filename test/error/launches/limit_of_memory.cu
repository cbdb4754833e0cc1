// A device has as much memory as RADDLE_MEMORY says, and no more.
// env: RADDLE_MEMORY=100M
#include "../error_check.h"

int main() {
  constexpr std::size_t kMegabyte = 1 << 20;
  std::size_t free = 0, total = 0;
  CHECK_CUDA(cudaMemGetInfo(&free, &total));
  CHECK_EQ(total, 100 * kMegabyte);
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK_EQ(properties.totalGlobalMem, 100 * kMegabyte);
  const std::size_t before = free;
  void *memory[4] = {};
  CHECK_CUDA(cudaMalloc(&memory[0], 60 * kMegabyte));
  CHECK_CUDA(cudaMemGetInfo(&free, &total));
  CHECK_EQ(before - free, 60 * kMegabyte);
  checkRefused(cudaMalloc(&memory[1], 50 * kMegabyte), cudaErrorMemoryAllocation);
  checkRefused(cudaMallocManaged(&memory[1], 50 * kMegabyte), cudaErrorMemoryAllocation);
  checkRefused(cudaMallocAsync(&memory[1], 50 * kMegabyte, 0), cudaErrorMemoryAllocation);
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  cudaArray_t array = nullptr;
  checkRefused(cudaMallocArray(&array, &format, 4096, 4096), cudaErrorMemoryAllocation);
  CHECK_CUDA(cudaFree(memory[0]));
  CHECK_CUDA(cudaMalloc(&memory[0], 90 * kMegabyte));
  CHECK_CUDA(cudaFree(memory[0]));
  checkStillComputes();
  return verdict();
}
