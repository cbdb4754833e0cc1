// The kernel is told how many bytes there are, and takes it for the number of elements.
#include <cstdio>

__global__ void fill(float *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] = 1;
}

int main() {
  const int n = 1000000, bytes = n * sizeof(float);
  float *values;
  cudaMalloc(&values, bytes);
  fill<<<(bytes + 255) / 256, 256>>>(values, bytes); // should be n, twice
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
