// All threads add to one number, and none knows of the others.
#include <cstdio>

__global__ void count(const int *values, int *evens) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (values[i] % 2 == 0)
    *evens += 1; // should be atomicAdd(evens, 1)
}

int main() {
  const int n = 1024;
  int numbers[n], *values, *evens, result;
  for (int i = 0; i < n; ++i)
    numbers[i] = i;
  cudaMalloc(&values, sizeof numbers);
  cudaMalloc(&evens, sizeof(int));
  cudaMemset(evens, 0, sizeof(int));
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  count<<<4, 256>>>(values, evens);
  cudaMemcpy(&result, evens, sizeof result, cudaMemcpyDeviceToHost);
  printf("%s\n", result == 512 ? "right" : "wrong");
}
