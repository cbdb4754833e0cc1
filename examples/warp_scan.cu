// Inclusive prefix sums inside a warp by shuffles: once over segments of 8 lanes, once over all 32.
#include <cstdio>

__device__ int inclusiveScan(int value, int width) {
  int lane = threadIdx.x % width;
  for (int offset = 1; offset < width; offset *= 2) {
    // All lanes shuffle, also those that have no left neighbour at this distance: they must not add.
    int neighbour = __shfl_up_sync(0xffffffff, value, offset, width);
    if (lane >= offset) {
      value += neighbour;
    }
  }
  return value;
}

__global__ void scan(int *by_segment, int *by_warp) {
  int value = 31 - threadIdx.x;
  by_segment[threadIdx.x] = inclusiveScan(value, 8);
  by_warp[threadIdx.x] = inclusiveScan(value, 32);
}

int main() {
  int *by_segment, *by_warp;
  cudaMallocManaged(&by_segment, 32 * sizeof(int));
  cudaMallocManaged(&by_warp, 32 * sizeof(int));
  scan<<<1, 32>>>(by_segment, by_warp);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    return 1;
  }

  bool right = true;
  int segment_sum = 0, warp_sum = 0;
  printf("lane  value  segment  warp\n");
  for (int lane = 0; lane < 32; ++lane) {
    int value = 31 - lane;
    segment_sum = lane % 8 == 0 ? value : segment_sum + value;
    warp_sum += value;
    right = right && by_segment[lane] == segment_sum && by_warp[lane] == warp_sum;
    printf("%4d  %5d  %7d  %4d\n", lane, value, by_segment[lane], by_warp[lane]);
  }
  printf("%s\n", right ? "PASSED" : "FAILED");
  cudaFree(by_segment);
  cudaFree(by_warp);
  return right ? 0 : 1;
}
