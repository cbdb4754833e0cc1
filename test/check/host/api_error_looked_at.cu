// The program looks at the error and goes on.
#include <cuda_runtime.h>

int main() {
#ifdef REPAIRED
  const int device = 0;
#else
  const int device = 1000;
#endif
  const cudaError_t error = cudaSetDevice(device); // EXPECT: warning api-error
  return error == cudaErrorInvalidValue;
}
