// The pointer was never set.
#include <cstdio>

__global__ void fill(int *values, int n) {
  int i = threadIdx.x;
  if (i < n)
    values[i] = i;
}

int main() {
  int *values = nullptr;
  fill<<<1, 64>>>(values, 64);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
