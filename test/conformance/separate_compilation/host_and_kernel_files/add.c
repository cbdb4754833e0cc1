#include <cuda_runtime_api.h>

int addInC(int a, int b) {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess && count > 0 ? a + b : -1;
}
