// With OpenMP for host code, the pass for device code sees that it is on, too: declarations in headers depend on it.
// RUN: %raddlecc -Xcompiler -fopenmp -o %t %s
// RUN: %t | FileCheck %s
// RUN: %raddlecc -Xcompiler=-fopenmp=libomp -c -o %t.o %s
#ifndef _OPENMP
#error "_OPENMP is not defined"
#endif
#include <cstdio>
#include <omp.h>

template <typename T, bool = (_OPENMP > 0)> __global__ void add(T *sum) { atomicAdd(sum, 1); }

int main() {
  int *sum = nullptr, on_host = 0;
  cudaMallocManaged(&sum, sizeof *sum);
#pragma omp parallel for reduction(+ : on_host)
  for (int i = 0; i < 100; ++i)
    on_host += i;
  add<<<1, 32>>>(sum);
  cudaDeviceSynchronize();
  // CHECK: 4950 32 1
  printf("%d %d %d\n", on_host, *sum, omp_get_max_threads() > 0);
}
