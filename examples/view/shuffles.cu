#include <cstdio>

// The four shuffles: by an index, from below, from above, and crosswise; the last two also within eight lanes.
__global__ void shuffles(int *out) {
  int lane = threadIdx.x;
  int value = 10 * lane;
  int from_five = __shfl_sync(0xffffffff, value, 5);
  int below = __shfl_up_sync(0xffffffff, value, 1);
  int above = __shfl_down_sync(0xffffffff, value, 2);
  int across = __shfl_xor_sync(0xffffffff, value, 1);
  int above_of_eight = __shfl_down_sync(0xffffffff, value, 2, 8);
  int mirrored = __shfl_xor_sync(0xffffffff, value, 7, 8);
  out[lane] = from_five + below + above + across + above_of_eight + mirrored;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  shuffles<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%d ", out[lane]);
  printf("\n");
}
