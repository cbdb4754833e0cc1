#include <cstdio>

// Lanes hand values to each other through shared memory. Between the write and the read they have to meet.
__global__ void rotate(int *out) {
  __shared__ int box[32];
  int lane = threadIdx.x;
  box[lane] = lane * lane;
  __syncwarp();
  int next = box[(lane + 1) % 32];
  __syncwarp();
  if (lane < 8) {
    box[lane] = next;
    __syncwarp(0x000000ff);
    next = box[7 - lane];
  }
  out[lane] = next;
}

int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  rotate<<<1, 32>>>(out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  for (int lane = 0; lane < 32; ++lane)
    printf("%d ", out[lane]);
  printf("\n");
}
