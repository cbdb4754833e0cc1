// Host code without -O is optimised a little where the standard is an old one; what works without optimisation goes on to work.
// RUN: %raddlecc -std=c++14 -o %t %s && %t | FileCheck %s
// RUN: %raddlecc --dryrun -std=c++14 -O2 %s 2>&1 | FileCheck %s --check-prefix=ASKED
// ASKED-NOT: -fwrapv
#include <cstdio>

__global__ void square(int *values) { *values *= *values; }

int main() {
  int *values = nullptr;
  cudaMallocManaged(&values, sizeof(int));
  int wrong = 0;
  for (int i = 65530; i < 65540; ++i) {
    *values = i;
    square<<<1, 1>>>(values);
    cudaDeviceSynchronize();
    wrong += *values != i * i;
  }
  // CHECK: 0 wrong
  std::printf("%d wrong\n", wrong);
}
