// Several findings of the host, with a name that has to be escaped wherever it is written.
#include <cuda_runtime.h>

template <typename T> void freeTwice(T *values) {
  cudaFree(values);
  cudaFree(values);
}

int main(int count, char **) {
  int *values;
  cudaMalloc(&values, 64);
  cudaMemset(values, 0, 65);
  if (count > 1)
    freeTwice(values);
  return count > 2 ? 3 : 0;
}
