#include <cstdlib>
#include <cuda_runtime.h>

int main() {
  void *memory = std::aligned_alloc(4096, 4096);
  cudaHostRegister(memory, 4096, cudaHostRegisterDefault);
  cudaHostUnregister(memory);
#ifndef REPAIRED
  // EXPECT: error invalid-free
  cudaHostUnregister(memory);
#endif
  std::free(memory);
}
