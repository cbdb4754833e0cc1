#include <cstdio>

// Four loads that wait for each other, then four that do not. Warps that wait at a barrier are the ones that others hide.
__global__ void latency(const int *next, const int *in, int *out) {
  __shared__ int sums[8];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  int at = threadIdx.x;
  for (int hop = 0; hop < 4; ++hop)
    at = next[at];
  int a = in[threadIdx.x];
  int b = in[threadIdx.x + 256];
  int c = in[threadIdx.x + 512];
  int d = in[threadIdx.x + 768];
  int sum = __reduce_add_sync(0xffffffff, at + a + b + c + d);
  if (lane == 0)
    sums[warp] = sum;
  __syncthreads();
  out[threadIdx.x] = sums[(warp + 1) % 8];
}

int main() {
  int blocks = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, latency, 256, 0);
  int *next, *in, *out;
  cudaMallocManaged(&next, 1024 * sizeof(int));
  cudaMallocManaged(&in, 1024 * sizeof(int));
  cudaMallocManaged(&out, 256 * sizeof(int));
  for (int i = 0; i < 1024; ++i)
    next[i] = (i + 37) % 256, in[i] = i;
  latency<<<1, 256>>>(next, in, out);
  if (cudaDeviceSynchronize() != cudaSuccess)
    return 1;
  printf("%d blocks of 8 warps at a time on a multiprocessor; %d\n", blocks, out[0]);
}
