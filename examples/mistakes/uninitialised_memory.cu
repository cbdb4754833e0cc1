// The sums are added to memory that nobody has set to 0.
#include <cstdio>

__global__ void count(const int *values, int *counts) { atomicAdd(&counts[values[threadIdx.x] % 4], 1); }

int main() {
  int values[64], counts[4], *device_values, *device_counts;
  for (int i = 0; i < 64; ++i)
    values[i] = i;
  cudaMalloc(&device_values, sizeof values);
  cudaMalloc(&device_counts, sizeof counts);
  cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice);
  // cudaMemset(device_counts, 0, sizeof counts) is missing here.
  count<<<1, 64>>>(device_values, device_counts);
  cudaMemcpy(counts, device_counts, sizeof counts, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d\n", counts[0], counts[1], counts[2], counts[3]);
}
