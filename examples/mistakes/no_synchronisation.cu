// The host does not wait: the program ends, or reads, before the kernel has written.
#include <cstdio>

__global__ void hello() {
  for (long long start = clock64(); clock64() - start < 100000000;) {
  }
  printf("hello from the GPU\n");
}

int main() {
  hello<<<1, 1>>>();
  printf("hello from the CPU\n");
  // cudaDeviceSynchronize() is missing here.
}
