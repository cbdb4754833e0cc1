#include <cuda_runtime.h>

#include <cstdlib>

int main() {
  int *values = static_cast<int *>(std::malloc(64));
#ifdef REPAIRED
  std::free(values);
#else
  cudaFree(values); // EXPECT: error invalid-free
#endif
}
