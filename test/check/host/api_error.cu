// A call fails, and nobody looks.
#include <cuda_runtime.h>

int main() {
#ifdef REPAIRED
  const int device = 0;
#else
  const int device = 1000;
#endif
  cudaSetDevice(device); // EXPECT: error api-error
}
