// One copy goes in the wrong direction; the other counts bytes where the array has elements.
#include <cstdio>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int numbers[64], *values;
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  cudaMalloc(&values, 64);                                             // should be 64 * sizeof(int)
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice); // so this is too much
  twice<<<1, 16>>>(values);
  cudaMemcpy(numbers, values, 64, cudaMemcpyHostToDevice); // should be cudaMemcpyDeviceToHost
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
