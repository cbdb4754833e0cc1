// The kernel gets memory of the host.
#include <cstdio>
#include <cstdlib>

__global__ void fill(int *values) { values[threadIdx.x] = threadIdx.x; }

int main() {
  int *values = (int *)malloc(64 * sizeof(int)); // should be cudaMalloc
  fill<<<1, 64>>>(values);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  free(values);
}
