// One copy has the wrong direction, the other counts elements where bytes are meant.
#include <cstdio>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int numbers[64], *values;
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  cudaMalloc(&values, 64);                                                // should be 64 * sizeof(int)
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);    // so this is too much
  cudaMemcpy(values, numbers, 64, cudaMemcpyDeviceToHost);                // should be HostToDevice
  twice<<<1, 16>>>(values);
  cudaMemcpy(numbers, values, 64, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
