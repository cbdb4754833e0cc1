// Copies and fills with a bad pointer, a bad size or a bad kind: refused whole, nothing is written.
#include "../error_check.h"

__device__ int symbol[4];

int main() {
  DeviceArray<int> array(std::vector<int>(16, 5));
  std::vector<int> host(64, 9);
  int *freed = nullptr;
  CHECK_CUDA(cudaMalloc(&freed, 64));
  CHECK_CUDA(cudaFree(freed));
  const auto invalid = cudaErrorInvalidValue;
  checkRefused(cudaMemcpy(array.get(), host.data(), 17 * sizeof(int), cudaMemcpyHostToDevice), invalid);
  checkRefused(cudaMemcpy(array.get() + 15, host.data(), 8, cudaMemcpyHostToDevice), invalid);
  checkRefused(cudaMemcpy(host.data(), array.get() + 10, 7 * sizeof(int), cudaMemcpyDeviceToHost), invalid);
  checkRefused(cudaMemcpy(host.data(), array.get(), 16, cudaMemcpyHostToDevice), invalid);
  checkRefused(cudaMemcpy(array.get(), nullptr, 16, cudaMemcpyHostToDevice), invalid);
  checkRefused(cudaMemcpy(nullptr, host.data(), 16, cudaMemcpyHostToDevice), invalid);
  checkRefused(cudaMemcpy(freed, host.data(), 16, cudaMemcpyHostToDevice), invalid);
  checkRefused(cudaMemcpy(array.get(), host.data(), 16, static_cast<cudaMemcpyKind>(77)),
               cudaErrorInvalidMemcpyDirection);
  checkRefused(cudaMemcpyAsync(array.get(), host.data(), 1000, cudaMemcpyHostToDevice, nullptr), invalid);
  checkRefused(cudaMemset(array.get(), 0, 65), invalid);
  checkRefused(cudaMemset(nullptr, 0, 4), invalid);
  checkRefused(cudaMemset(freed, 0, 4), invalid);
  checkRefused(cudaMemcpyToSymbol(symbol, host.data(), 17), invalid);
  checkRefused(cudaMemcpyFromSymbol(host.data(), symbol, 8, 12), invalid);
  CHECK(cudaMemcpyToSymbol(static_cast<const void *>(host.data()), host.data(), 4) == cudaErrorInvalidSymbol);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidSymbol);
  CHECK_SAME(array.host(), std::vector<int>(16, 5));
  CHECK_SAME(host, std::vector<int>(64, 9));
  checkStillComputes();
  return verdict();
}
