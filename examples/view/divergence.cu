#include <cstdio>

// Half of the lanes go one way, half the other. Then each lane goes round a loop as often as its number says.
__global__ void divergence(int *out) {
  int lane = threadIdx.x;
  int x = lane;
  if (lane < 16)
    x = x + 100;
  else
    x = x * 2;
  int rounds = 0;
  for (int i = 0; i < lane % 4; ++i)
    rounds = rounds + 1;
  out[lane] = x + rounds;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  divergence<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%d ", out[lane]);
  printf("\n");
}
