// More memory than there is: cudaErrorMemoryAllocation, the pointer stays, smaller requests still work.
#include "../error_check.h"

int main() {
  int marker = 0;
  void *memory = &marker;
  checkRefused(cudaMalloc(&memory, std::size_t{1} << 62), cudaErrorMemoryAllocation);
  checkRefused(cudaMalloc(&memory, ~std::size_t{0}), cudaErrorMemoryAllocation);
  checkRefused(cudaMallocHost(&memory, std::size_t{1} << 62), cudaErrorMemoryAllocation);
  checkRefused(cudaMallocManaged(&memory, std::size_t{1} << 62), cudaErrorMemoryAllocation);
  checkStillComputes();
  return verdict();
}
