// No call's answer is looked at, so nobody notices that there was no memory.
#include <cstdio>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int numbers[4] = {1, 2, 3, 4}, *values = nullptr;
  cudaMalloc(&values, size_t(1) << 50); // a million gigabytes
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  twice<<<1, 2000>>>(values);
  cudaMemcpy(numbers, values, sizeof numbers, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
