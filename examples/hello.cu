#include <cstdio>

__global__ void hello() {
  int sum = threadIdx.x;
  for (int offset = 16; offset > 0; offset /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, offset);
  if (threadIdx.x == 0)
    printf("Hello from a warp: its 32 lanes sum up to %d\n", sum);
}

int main() {
  hello<<<1, 32>>>();
  return cudaDeviceSynchronize();
}
