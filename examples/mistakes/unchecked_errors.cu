// No call's answer is looked at, so the program prints what was in memory before.
#include <cstdio>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int numbers[4] = {1, 2, 3, 4}, *values;
  cudaSetDevice(1); // there is only device 0
  cudaMalloc(&values, size_t(1) << 60);
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  twice<<<1, 4>>>(values);
  cudaMemcpy(numbers, values, sizeof numbers, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
