// 100 elements, 128 threads, and nobody asks whether i < n.
#include <cstdio>

__global__ void square(int *values) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  values[i] = i * i;
}

int main() {
  int *values;
  cudaMalloc(&values, 100 * sizeof(int));
  square<<<1, 128>>>(values);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  cudaFree(values);
}
