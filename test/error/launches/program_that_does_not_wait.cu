// A program that ends while its kernel runs is told so; nothing else would say why there is no output.
// stderr: ^raddle: warning: the program ends before kernel 'spin\(int volatile\*\)' does
// stderr: ^note: cudaDeviceSynchronize\(\) waits for kernels
#include "../error_check.h"

__global__ void spin(volatile int *stop) {
  while (!*stop) {
  }
}

int main() {
  DeviceArray<int> stop(1);
  spin<<<1, 1>>>(stop.get());
  CHECK_CUDA(cudaGetLastError());
  // DeviceArray would wait for the kernel, which never ends.
  std::exit(verdict());
}
