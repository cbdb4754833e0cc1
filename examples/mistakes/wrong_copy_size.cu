// The array has 64 bytes where 64 numbers are meant.
#include <cstdio>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int numbers[64], *values;
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  cudaMalloc(&values, 64); // should be 64 * sizeof(int)
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  twice<<<1, 16>>>(values);
  cudaMemcpy(numbers, values, 64, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
