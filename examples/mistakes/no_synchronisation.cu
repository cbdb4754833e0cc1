// The host does not wait: the program ends before the kernel does.
#include <cstdio>

__global__ void hello() {
  for (long long start = clock64(); clock64() - start < 2000000000;) {
    // It takes a second.
  }
  printf("hello from the GPU\n");
}

int main() {
  hello<<<1, 1>>>();
  printf("hello from the CPU\n");
  // cudaDeviceSynchronize() is missing here.
}
