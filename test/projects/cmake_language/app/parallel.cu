#include <cstdio>
#include <omp.h>

__global__ void add(int *sum, int value) { atomicAdd(sum, value); }

int main() {
  int *sum = nullptr, iterations = 0;
  cudaMallocManaged(&sum, sizeof *sum);
#pragma omp parallel for reduction(+ : iterations)
  for (int i = 0; i < 100; ++i) {
    add<<<1, 1>>>(sum, i);
    ++iterations;
  }
  cudaDeviceSynchronize();
  std::printf("%d iterations, %d threads at most, sum %d\n", iterations, omp_get_max_threads(), *sum);
  return iterations != 100 || *sum != 4950;
}
