#include "vector.h"

#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>

int main() {
  double sum = harmonic(1000);
  std::printf("H(1000) = %.6f, CUDA %d\n", sum, runtimeVersion());
  return std::fabs(sum - 7.485471) > 1e-5 || runtimeVersion() < 12000 || cudaGetLastError() != cudaSuccess;
}
