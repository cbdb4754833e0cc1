// A line for each of 500,000 threads: more than the buffer holds.
#include <cstdio>

__global__ void talk() {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  printf("this is thread %d of block %d\n", i, blockIdx.x);
}

int main() {
  talk<<<2000, 250>>>();
  cudaDeviceSynchronize();
}
