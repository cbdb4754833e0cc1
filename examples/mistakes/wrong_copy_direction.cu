// The last copy goes to the host, and says that it goes to the device.
#include <cstdio>

__global__ void twice(int *values) { values[threadIdx.x] *= 2; }

int main() {
  int numbers[64], *values;
  for (int i = 0; i < 64; ++i)
    numbers[i] = i;
  cudaMalloc(&values, sizeof numbers);
  cudaMemcpy(values, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  twice<<<1, 64>>>(values);
  cudaMemcpy(numbers, values, sizeof numbers, cudaMemcpyHostToDevice); // should be cudaMemcpyDeviceToHost
  printf("%d %d %d %d\n", numbers[0], numbers[1], numbers[2], numbers[3]);
}
