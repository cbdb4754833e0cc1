#include "kernel.h"

#include <cstdio>
#include <cstdlib>

int main(int count, char **arguments) {
  const int n = count > 1 ? std::atoi(arguments[1]) : 10;
  int *values = nullptr;
  cudaMallocManaged(&values, n * sizeof(int));
  squares(values, n);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int i = 0; i < n; ++i)
    if (values[i] != i * i)
      return 2;
  std::printf("%d squares, %d threads\n", n, threads());
  return threads() < 1;
}
